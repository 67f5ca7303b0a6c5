import { TestBed } from '@angular/core/testing';
import { NavigationEnd, Router } from '@angular/router';
import { filter, firstValueFrom } from 'rxjs';

/** The address to which that leads. */
export async function arrived(act: (() => void) | undefined): Promise<string> {
  const router = TestBed.inject(Router);
  const end = firstValueFrom(router.events.pipe(filter((one) => one instanceof NavigationEnd)));
  act?.();
  await end;
  return router.url;
}
