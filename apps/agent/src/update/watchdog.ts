import { Worker, type WorkerOptions } from 'node:worker_threads';
import { errorText } from '../errors/error-code.js';

/** How often the process shows that it lives, in ms, and how many of these it may miss. */
const BEAT = { everyMs: 5_000, missed: 24 } as const;

/**
 * What the thread does: it ends the whole process, without a last word, when that has stood still for
 * so long. Counted in looks and not by a clock, because a PC that slept has not stood still.
 */
export const WATCHING = `
const { workerData: { beats, everyMs, missed } } = require('node:worker_threads');
const counter = new Int32Array(beats);
let last = -1;
let same = 0;
setInterval(() => {
  const now = Atomics.load(counter, 0);
  same = now === last ? same + 1 : 0;
  last = now;
  if (same >= missed) process.kill(process.pid, 'SIGKILL');
}, everyMs);
`;

/** For the thread that watches whoever counts on in `beats`. */
export function watching(
  beats: SharedArrayBuffer,
  { everyMs, missed }: { everyMs: number; missed: number } = BEAT,
): WorkerOptions {
  return {
    eval: true,
    workerData: { beats, everyMs, missed },
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  };
}

/**
 * Ends this process when its event loop stands still, so that a new version that hangs is started again
 * and, after some starts, taken back (ADR 0040): a timer of its own would hang with it.
 * @param tell - hears when there can be no such watch
 * @returns what ends the watch
 */
export function watchOwnLoop(tell: (line: string) => void): () => void {
  const beats = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const counter = new Int32Array(beats);
  const beating = setInterval(() => Atomics.add(counter, 0, 1), BEAT.everyMs / 2);
  const thread = new Worker(WATCHING, watching(beats));
  // Without it the update is what it was: its deadline is still there.
  thread.on('error', (error) => tell(`nobody watches the new version: ${errorText(error)}`));
  beating.unref();
  thread.unref();
  return () => {
    clearInterval(beating);
    void thread.terminate();
  };
}
