import { inject } from '@angular/core';
import { Router, type CanMatchFn, type Routes } from '@angular/router';
import { inTurn } from './core/scheduling/scheduler';
import { Session } from './core/session/session';

/** Everything but the login page needs somebody. */
const loggedIn: CanMatchFn = async () => {
  const session = inject(Session);
  const router = inject(Router);
  if (await session.recognise()) return true;
  session.rememberTarget(location.pathname + location.search + location.hash);
  return router.parseUrl('/login');
};

/** Every page is a part of its own that is loaded when somebody goes there. */
export const routes: Routes = [
  {
    path: 'login',
    title: 'Log in',
    loadComponent: async () => (await import('./pages/login/login')).Login,
  },
  {
    path: 'join',
    title: 'Invitation',
    loadComponent: async () => (await import('./pages/join/join')).Join,
  },
  {
    path: '',
    canMatch: [loggedIn],
    loadComponent: async () => inTurn((await import('./shell/shell')).Shell),
    loadChildren: async () => (await import('./pages/pages.routes')).pages,
  },
];
