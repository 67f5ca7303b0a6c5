/** Says for whom this browser is notified, for the next login there. */
export const PUSH_KEPT = 'kenny.push';

/**
 * Only an installed page and a browser that is to be notified have a service worker: nobody else
 * loads a line for it.
 */
export function wantsWorker(): boolean {
  const isInstalled = matchMedia('(display-mode: standalone)').matches;
  return isInstalled || localStorage.getItem(PUSH_KEPT) !== null;
}

/** How many requests wait, on the icon of an installed page. */
export function showBadge(count: number): void {
  // Not every browser has badges, and none has to allow them.
  if ('setAppBadge' in navigator) void navigator.setAppBadge(count).catch(() => undefined);
}
