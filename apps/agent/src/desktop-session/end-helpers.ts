import { win32 } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { NativeLibrary } from '../platform/windows/native/library.js';
import {
  descendantsOf,
  listProcesses,
  type ListedProcess,
} from '../platform/windows/native/processes.js';
import { imageOf, isSamePath } from './peer.js';
import { endProcess } from './quick-assist.js';

const LOOK_MS = 100;
const LOOKS = 100;

/**
 * Ends every process of an installed program except our own family: its helpers in desktop sessions
 * hold its file, which then cannot be replaced.
 * @throws Error when one of them stays
 */
export async function endHelpers(library: NativeLibrary, program: string): Promise<void> {
  const running = (): number[] => {
    const listed = listProcesses(library);
    const family = familyOf(process.pid, listed);
    return listed
      .filter(({ name }) => isSamePath(name, win32.basename(program)))
      .map(({ pid }) => pid)
      .filter((pid) => !family.has(pid) && isSamePath(imageOf(library, pid) ?? '', program));
  };
  for (const pid of running()) endProcess(library, pid);
  for (let looks = 0; running().length > 0; looks += 1) {
    if (looks >= LOOKS) throw new Error(`${program} still runs; end it in the task manager`);
    await delay(LOOK_MS);
  }
}

/**
 * Our own family: the first ancestor that runs this program (the service), and all its descendants.
 * Empty when the process is gone.
 */
export function familyOf(pid: number, listed: readonly ListedProcess[]): Set<number> {
  const byPid = new Map(listed.map((one) => [one.pid, one]));
  const line = new Set<number>();
  for (let one = byPid.get(pid); one && !line.has(one.pid);) {
    line.add(one.pid);
    const parent = byPid.get(one.parent);
    one = parent && isSamePath(parent.name, one.name) ? parent : undefined;
  }
  const [first] = [...line].reverse();
  if (first === undefined) return line;
  return new Set([first, ...descendantsOf(first, listed).map((one) => one.pid)]);
}
