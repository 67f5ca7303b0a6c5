const FIRST_MS = 500;
const LONGEST_MS = 15_000;

/** Full jitter: after a restart of the server, not every open page comes back at the same moment. */
export function backoff(attempt: number, random: () => number = Math.random): number {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 10));
  return FIRST_MS + random() * (ceiling - FIRST_MS);
}
