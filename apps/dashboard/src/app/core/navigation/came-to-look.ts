import { inject } from '@angular/core';
import { Router } from '@angular/router';

/** Given to a link that says “See …”: the page does that at once, and not again after a reload. */
export const TO_LOOK = { look: true } as const;

/** Whether such a link leads to this page. Call it in the page's constructor. */
export function cameToLook(): boolean {
  const info = inject(Router).currentNavigation()?.extras.info;
  return (info as Partial<typeof TO_LOOK> | undefined)?.look === true;
}
