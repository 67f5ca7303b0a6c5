import type { Probe } from '../probe/probe.js';

const MAX_PROCESSES = 50_000;
const SLICE = 64;

/**
 * Names of the programs that run (cut to 15 characters by the kernel), each with one of its process
 * ids. Undefined when the agent may not see the processes of others: then "it does not run" would be
 * a guess.
 */
export async function runningPrograms(probe: Probe): Promise<Map<string, number> | undefined> {
  const { files, signal } = probe;
  // Hidden from others (hidepid of proc(5)), process 1 is not there at all.
  if ((await files.attribute('/proc/1/comm')) === undefined) return undefined;
  const pids = (await files.list('/proc', MAX_PROCESSES)).filter((name) => /^\d{1,10}$/.test(name));
  const running = new Map<string, number>();
  for (let next = 0; next < pids.length; next += SLICE) {
    signal.throwIfAborted();
    const slice = pids.slice(next, next + SLICE);
    const names = await Promise.all(slice.map((pid) => files.attribute(`/proc/${pid}/comm`)));
    for (const [place, name] of names.entries()) {
      if (name !== undefined) running.set(name, Number(slice[place]));
    }
  }
  return running;
}
