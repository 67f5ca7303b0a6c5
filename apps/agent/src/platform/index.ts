import type { Os } from '@kenny/contract/agent';
import { linuxPlatform } from './linux/index.js';
import { macosPlatform } from './macos/index.js';
import type { Platform } from './platform.js';
import { windowsPlatform } from './windows/index.js';

export type { PackageManager, Platform, ReadingContext, RemoteHelp } from './platform.js';

const PLATFORMS: Readonly<Record<Os, Platform>> = {
  linux: linuxPlatform,
  macos: macosPlatform,
  windows: windowsPlatform,
};

/** The operating system under this process, in the words of the protocol. */
export function thisOs(platform: NodeJS.Platform = process.platform): Os {
  if (platform === 'win32') return 'windows';
  return platform === 'darwin' ? 'macos' : 'linux';
}

export function platformOf(os: Os): Platform {
  return PLATFORMS[os];
}
