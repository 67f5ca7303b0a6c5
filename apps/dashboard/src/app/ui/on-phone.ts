import { BreakpointObserver } from '@angular/cdk/layout';
import { inject, type Signal } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { map } from 'rxjs';

/** As the style sheets have it. */
const PHONE = '(max-width: 560px)';

/** Whether the page is as narrow as a phone. In an injection context. */
export function onPhone(): Signal<boolean> {
  const matches = inject(BreakpointObserver)
    .observe(PHONE)
    .pipe(map((seen) => seen.matches));
  return toSignal(matches, { initialValue: false });
}
