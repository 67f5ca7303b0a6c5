import type { Platform } from '../platform.js';

/** Only what needs nothing of the system. Untried: nobody has run it on a Mac yet. */
export const macosPlatform: Platform = {
  os: 'macos',
  shell: { file: '/bin/sh', args: ['-c'] },
};
