import type { Os } from '@kenny/contract/agent';

/** Operating system of this process, as the protocol names it. */
export function thisOs(platform: NodeJS.Platform = process.platform): Os {
  if (platform === 'win32') return 'windows';
  return platform === 'darwin' ? 'macos' : 'linux';
}
