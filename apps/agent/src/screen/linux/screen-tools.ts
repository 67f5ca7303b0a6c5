import type { Desktop } from './desktop.js';

/** A program that captures all screens at once as a PNG. */
export interface ScreenTool {
  readonly program: string;
  readonly args: readonly string[];
  /** Where the picture goes: to standard output, or into the file named last. */
  readonly into: 'output' | 'file';
}

const GNOME: ScreenTool = { program: 'gnome-screenshot', args: ['--file'], into: 'file' };

/**
 * Tried in this order: pure screenshot programs first, then those of a desktop, which may flash the
 * screen. None asks the user: where the desktop insists on that, nothing is captured.
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
