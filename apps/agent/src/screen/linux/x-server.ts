import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProcessWithDisplay } from './desktop.js';

/**
 * Where X servers of this PC listen; anybody may put a socket there, but only under their own
 * account.
 */
const SOCKETS = '/tmp/.X11-unix';

/**
 * X servers on this PC's physical screen, as far as that can be told without logind: only root gets
 * the screen and keyboard, while one started by a user (Xvfb, VNC) shows whatever they want. For
 * Wayland nothing tells which one is in front.
 */
export async function onRootsDisplay(
  processes: readonly ProcessWithDisplay[],
  sockets = SOCKETS,
): Promise<ProcessWithDisplay[]> {
  const displays = new Set(processes.map(({ env }) => env['DISPLAY']));
  const ofRoot = new Set<string>();
  for (const display of displays) {
    if (display !== undefined && (await isRoots(display, sockets))) ofRoot.add(display);
  }
  return processes.filter(
    ({ env: { DISPLAY, WAYLAND_DISPLAY } }) =>
      WAYLAND_DISPLAY === undefined && DISPLAY !== undefined && ofRoot.has(DISPLAY),
  );
}

/** @param display - `:0` or `:0.1` */
async function isRoots(display: string, sockets: string): Promise<boolean> {
  const [number = ''] = display.slice(1).split('.');
  try {
    const found = await lstat(join(sockets, `X${number}`));
    return found.isSocket() && found.uid === 0;
  } catch {
    return false; // no listener that we can see
  }
}
