import { existsSync } from 'node:fs';
import { whyNoPc } from './pc.js';

const LISTS = '/var/lib/apt/lists';
const HIDE = `mount -t tmpfs tmpfs ${LISTS} && exec "$@"`;

/** This machine has lists of apt, and processes can have mounts of their own here. */
const canHide = existsSync(LISTS) && whyNoPc() === undefined;

/**
 * Node on this machine, which sees nothing of apt's lists: from them an agent has apt reckon for
 * seconds of processor time at each start, and no test looks at what this machine could update. Node is
 * the process that is started itself.
 */
export function withoutPackageLists(args: readonly string[]): {
  program?: string;
  args: readonly string[];
} {
  if (!canHide) return { args };
  const apart = ['--mount', '--propagation', 'slave', 'sh', '-c', HIDE, 'sh'];
  return { program: 'unshare', args: [...apart, process.execPath, ...args] };
}
