import { setTimeout as pause } from 'node:timers/promises';
import { isError } from './errors.js';

/** Between two looks. */
const LEAST_MS = 40;
const MOST_MS = 500;
/** What takes long comes late by so much of it at most: looking takes time from what is waited for. */
const SHARE = 0.05;

/**
 * Asks again and again until the probe gives something: often at first, less often what takes long,
 * and no sooner than the probe itself took. A probe that throws has given nothing yet; its last error
 * is part of the message when the patience is over.
 * @throws Error that says what was waited for.
 */
export async function eventually<T>(
  what: string,
  probe: () => T | undefined | Promise<T | undefined>,
  patienceMs = 30_000,
): Promise<T> {
  const start = performance.now();
  const end = start + patienceMs;
  let trouble: unknown;
  for (let asked = start; asked < end; asked = performance.now()) {
    try {
      const found = await probe();
      if (found !== undefined) return found;
      trouble = undefined;
    } catch (error) {
      trouble = error;
    }
    const now = performance.now();
    const rest = Math.max(LEAST_MS, SHARE * (now - start), now - asked);
    await pause(Math.min(MOST_MS, rest));
  }
  const why = isError(trouble) ? `: ${trouble.message}` : '';
  throw new Error(`${what} did not happen within ${patienceMs} ms${why}`, { cause: trouble });
}
