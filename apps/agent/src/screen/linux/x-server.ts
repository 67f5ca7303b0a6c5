import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProcessWithDisplay } from './desktop.js';

/** Where X servers of this PC listen; everybody may put a socket there, under their own name only. */
const SOCKETS = '/tmp/.X11-unix';

/**
 * Those whose display is the one of this PC's own screen, as far as that can be told without logind: a
 * server of X11 needs root there to have the screen and the keyboard, and one that a person started
 * themselves (Xvfb, VNC) shows whatever they want. Of Wayland nothing tells which one is in front.
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
    return false; // nobody listens there where it can be seen
  }
}
