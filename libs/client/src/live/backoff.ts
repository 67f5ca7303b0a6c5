const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 15_000;

/**
 * Wait before the next attempt, in ms. Full jitter: after a restart of the server, not every client
 * comes back at the same moment.
 * @param random from 0 up to 1
 */
export function backoff(attempt: number, random: () => number): number {
  const ceiling = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempt, 10));
  return FIRST_RETRY_MS + random() * (ceiling - FIRST_RETRY_MS);
}
