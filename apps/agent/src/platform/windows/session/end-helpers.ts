import { win32 } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { listProcesses, type NativeProcess } from '../native/processes.js';
import type { NativeLibrary } from '../native/library.js';
import { imageOf, isSamePath } from './peer.js';
import { endProcess } from './quick-assist.js';

const LOOK_MS = 100;
const LOOKS = 100;

type Listed = Pick<NativeProcess, 'pid' | 'parent' | 'name'>;

/**
 * Ends every process of an installed program but our own family: its helpers in the sessions of people
 * hold its file, and a file that is held cannot be replaced.
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
 * A process, those that it descends from, and all that descend from these and run the same program:
 * the service that had us started, and what it does meanwhile.
 */
export function familyOf(pid: number, listed: readonly Listed[]): Set<number> {
  const byPid = new Map(listed.map((one) => [one.pid, one]));
  const family = new Set<number>();
  for (let one = byPid.get(pid); one && !family.has(one.pid); one = byPid.get(one.parent)) {
    family.add(one.pid);
    if (!isSamePath(byPid.get(one.parent)?.name ?? '', one.name)) break;
  }
  for (let before = -1; before !== family.size;) {
    before = family.size;
    for (const one of listed) if (family.has(one.parent)) family.add(one.pid);
  }
  return family;
}
