const LONGEST_MS = 60 * 60_000;
/** A tenth more or less, so that tasks that failed together do not start together. */
const JITTER = 0.1;

/** @param failed - attempts so far; the wait doubles with each. @param random - from 0 to 1 */
export function retryDelayMs(failed: number, firstMs: number, random: number): number {
  const doubled = firstMs * 2 ** Math.max(0, failed - 1);
  return Math.round(Math.min(doubled, LONGEST_MS) * (1 - JITTER + 2 * JITTER * random));
}
