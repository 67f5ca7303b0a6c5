import { inject } from '@angular/core';
import { Router, type CanMatchFn } from '@angular/router';
import { Session } from './session';

/** Everything but the login page needs somebody. */
export const loggedIn: CanMatchFn = async () => {
  const session = inject(Session);
  const router = inject(Router);
  if (await session.recognise()) return true;
  session.rememberTarget(location.pathname + location.search);
  return router.parseUrl('/login');
};
