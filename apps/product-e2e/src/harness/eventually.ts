import { setTimeout as pause } from 'node:timers/promises';
import { isError } from './errors.js';

const EVERY_MS = 40;

/**
 * Asks again and again until the probe gives something. A probe that throws has given nothing yet;
 * its last error is part of the message when the patience is over.
 * @throws Error that says what was waited for.
 */
export async function eventually<T>(
  what: string,
  probe: () => T | undefined | Promise<T | undefined>,
  patienceMs = 30_000,
): Promise<T> {
  const end = performance.now() + patienceMs;
  let trouble: unknown;
  while (performance.now() < end) {
    try {
      const found = await probe();
      if (found !== undefined) return found;
      trouble = undefined;
    } catch (error) {
      trouble = error;
    }
    await pause(EVERY_MS);
  }
  const why = isError(trouble) ? `: ${trouble.message}` : '';
  throw new Error(`${what} did not happen within ${patienceMs} ms${why}`, { cause: trouble });
}
