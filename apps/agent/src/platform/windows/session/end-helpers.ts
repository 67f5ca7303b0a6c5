import { win32 } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { listProcesses } from '../native/processes.js';
import type { NativeLibrary } from '../native/library.js';
import { imageOf, isSamePath } from './peer.js';
import { endProcess } from './quick-assist.js';

const LOOK_MS = 100;
const LOOKS = 100;

/**
 * Ends every process of an installed program but those named: its helpers in the sessions of people
 * hold its file, and a file that is held cannot be replaced. The service has been stopped before.
 * @throws Error when one of them stays
 */
export async function endHelpers(
  library: NativeLibrary,
  program: string,
  spared: readonly number[],
): Promise<void> {
  const running = (): number[] =>
    listProcesses(library)
      .filter(({ name }) => isSamePath(name, win32.basename(program)))
      .map(({ pid }) => pid)
      .filter((pid) => !spared.includes(pid) && isSamePath(imageOf(library, pid) ?? '', program));
  for (const pid of running()) endProcess(library, pid);
  for (let looks = 0; running().length > 0; looks += 1) {
    if (looks >= LOOKS) throw new Error(`${program} still runs; end it in the task manager`);
    await delay(LOOK_MS);
  }
}
