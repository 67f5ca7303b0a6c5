import type { Routes } from '@angular/router';
import { inTurn } from './core/scheduling/scheduler';
import { loggedIn } from './core/session/guards';

/** Every page is a part of its own that is loaded when somebody goes there. */
export const routes: Routes = [
  {
    path: 'login',
    title: 'Log in',
    loadComponent: async () => (await import('./pages/login/login')).Login,
  },
  {
    path: '',
    canMatch: [loggedIn],
    loadComponent: async () => inTurn((await import('./shell/shell')).Shell),
    loadChildren: async () => (await import('./pages/pages.routes')).pages,
  },
  {
    path: '**',
    title: 'Not found',
    loadComponent: async () => (await import('./pages/not-found/not-found')).NotFound,
  },
];
