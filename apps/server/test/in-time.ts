import type { FakeClock } from '@kenny/testing';

/** What the server makes somebody wait for; its other timers are longer. */
const LONGEST_PAUSE_MS = 1_000;

/** Lets the pauses pass that this waits for, and no more time than that. */
export async function inTime<T>(clock: FakeClock, pending: Promise<T>): Promise<T> {
  let isOver = false;
  void pending.finally(() => (isOver = true)).catch(() => undefined);
  while (!isOver) {
    const next = clock.nextTimerIn ?? Infinity;
    await clock.advanceAsync(next <= LONGEST_PAUSE_MS ? next : 0);
  }
  return pending;
}
