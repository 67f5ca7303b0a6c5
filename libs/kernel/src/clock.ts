/** A timer that can be called off; cancelling one that fired or was cancelled does nothing. */
export interface Timer {
  cancel(): void;
}

/**
 * Time as a port: whoever reads a clock or waits takes one of these, so that a test can hold it.
 */
export interface Clock {
  /** Wall time in ms since the epoch. People and records read it; it may jump either way. */
  now(): number;
  /** Milliseconds since some moment of this process. Never jumps: durations are measured with it. */
  monotonic(): number;
  /** Calls `fn` once after `ms` milliseconds (measured by `monotonic`). */
  setTimer(fn: () => void, ms: number): Timer;
}

/** Node and browsers turn a longer delay into 1 ms. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  setTimer(fn, ms) {
    let handle: ReturnType<typeof setTimeout>;
    const arm = (left: number): void => {
      const step = Math.min(left, LONGEST_DELAY_MS);
      handle = setTimeout(() => {
        if (left > step) arm(left - step);
        else fn();
      }, step);
    };
    arm(Math.max(0, ms));
    return { cancel: () => clearTimeout(handle) };
  },
};
