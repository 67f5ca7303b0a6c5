import { readdir, readFile } from 'node:fs/promises';
import { INSTANCE_VARIABLE, MARKER_VARIABLE } from './marker.js';

/**
 * Ends every process that carries one of these marks in its environment, as the kernel shows it: a
 * number alone could be somebody else's by now. Systems without `/proc` have none left, because
 * agentctl ends with its server.
 * @param marks `NAME=value`
 * @returns how many were ended
 */
export async function killMarked(marks: readonly string[]): Promise<number> {
  if (marks.length === 0) return 0;
  const killed = new Set<number>();
  // Whatever was forked while the list was read is met the next time.
  for (let round = 0; round < ROUNDS; round += 1) {
    const found = await markedProcesses(marks);
    if (found.length === 0) break;
    for (const pid of found) {
      if (endNow(pid)) killed.add(pid);
    }
  }
  return killed.size;
}

const ROUNDS = 5;

export const runMark = (marker: string): string => `${MARKER_VARIABLE}=${marker}`;
export const instanceMark = (run_id: string): string => `${INSTANCE_VARIABLE}=${run_id}`;

async function markedProcesses(marks: readonly string[]): Promise<number[]> {
  const names = await readdir('/proc').catch(() => []);
  const found: number[] = [];
  for (const name of names) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue;
    // Of a process that is somebody else's, or gone by now, nothing can be read.
    const text = await readFile(`/proc/${name}/environ`, 'utf8').catch(() => '');
    if (text.split('\0').some((entry) => marks.includes(entry))) found.push(Number(name));
  }
  return found;
}

function endNow(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    // It has gone by itself.
    return false;
  }
}
