import { Worker, type WorkerOptions } from 'node:worker_threads';
import { errorText } from '../errors/error-code.js';

/** Interval of the watchdog's looks in ms, and how many in a row may find no heartbeat. */
const BEAT = { everyMs: 5_000, missed: 24 } as const;

/**
 * The watching thread: kills the whole process when its heartbeat stops for that long. Counts looks
 * instead of reading a clock, because a PC that slept has not hung.
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
 * Kills this process when its event loop hangs, so that a hanging new version is restarted and,
 * after some starts, rolled back (ADR 0040): a timer of its own would hang with it.
 * @param tell - called when there can be no watchdog
 * @returns stops the watchdog
 */
export function watchOwnLoop(tell: (line: string) => void): () => void {
  const beats = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const counter = new Int32Array(beats);
  const beating = setInterval(() => Atomics.add(counter, 0, 1), BEAT.everyMs / 2);
  const thread = new Worker(WATCHING, watching(beats));
  // Without it an update still has its deadline.
  thread.on('error', (error) => tell(`nobody watches the new version: ${errorText(error)}`));
  beating.unref();
  thread.unref();
  return () => {
    clearInterval(beating);
    void thread.terminate();
  };
}
