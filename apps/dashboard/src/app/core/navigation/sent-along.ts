import { inject } from '@angular/core';
import { Router } from '@angular/router';

/**
 * What the click that leads to this page sent along; gone after a reload, and on the way back and
 * forward. Call it in the page's constructor.
 */
export function sentAlong<T extends object>(): Partial<T> | undefined {
  return inject(Router).currentNavigation()?.extras.info as Partial<T> | undefined;
}

/** Sent by a link that says “See …”: the page does that at once. */
export const TO_LOOK = { look: true } as const;
