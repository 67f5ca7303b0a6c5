import { BreakpointObserver } from '@angular/cdk/layout';
import { inject, type Signal } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { map } from 'rxjs';

/** As the style sheets have it. */
const PHONE_PX = 560;

/** Whether the page is as narrow as a phone. In an injection context. */
export function onPhone(): Signal<boolean> {
  return narrowerThan(PHONE_PX);
}

/** Whether the page is at most so wide, in CSS pixels. In an injection context. */
export function narrowerThan(px: number): Signal<boolean> {
  const matches = inject(BreakpointObserver)
    .observe(`(max-width: ${px}px)`)
    .pipe(map((seen) => seen.matches));
  return toSignal(matches, { initialValue: false });
}
