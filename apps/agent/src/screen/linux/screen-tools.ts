import type { Desktop } from './desktop.js';

/** A program that takes a picture of all screens at once and writes a PNG. */
export interface ScreenTool {
  readonly program: string;
  readonly args: readonly string[];
  /** Where the picture comes: as its output, or into the file that is its last argument. */
  readonly into: 'output' | 'file';
}

const GNOME: ScreenTool = { program: 'gnome-screenshot', args: ['--file'], into: 'file' };

/**
 * Tried in this order. Those that only take pictures come first; those of a desktop next, because they
 * may flash the screen. None asks the person: where the desktop insists on that, nothing is taken.
 */
export const SCREEN_TOOLS: Readonly<Record<Desktop['kind'], readonly ScreenTool[]>> = {
  x11: [
    { program: 'maim', args: [], into: 'output' },
    {
      program: 'import',
      args: ['-silent', '-window', 'root', '-depth', '8', 'png24:-'],
      into: 'output',
    },
    { program: 'scrot', args: ['--silent', '--overwrite'], into: 'file' },
    GNOME,
  ],
  wayland: [
    { program: 'grim', args: ['-'], into: 'output' },
    {
      program: 'spectacle',
      args: ['--background', '--nonotify', '--fullscreen', '--output'],
      into: 'file',
    },
    GNOME,
  ],
};
