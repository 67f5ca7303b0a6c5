import type { Os } from '@kenny/contract/agent';
import type { Platform } from '../platform/platform.js';
import { linuxPlatform } from './linux/index.js';
import { windowsPlatform } from './windows/index.js';

const PLATFORMS: Readonly<Record<Os, Platform>> = {
  linux: linuxPlatform,
  // Untested on a Mac, so only what needs nothing of the system.
  macos: { os: 'macos', shell: { file: '/bin/sh', args: ['-c'] } },
  windows: windowsPlatform,
};

export function platformOf(os: Os): Platform {
  return PLATFORMS[os];
}
