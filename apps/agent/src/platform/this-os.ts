import type { Os } from '@kenny/contract/agent';

/** The operating system under this process, in the words of the protocol. */
export function thisOs(platform: NodeJS.Platform = process.platform): Os {
  if (platform === 'win32') return 'windows';
  return platform === 'darwin' ? 'macos' : 'linux';
}
