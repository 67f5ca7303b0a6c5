import type { Clock } from '@kenny/kernel';
import { RETRIES } from '../limits.js';

/** How long to wait before the request with this number (2, 3 …) is made. `random` from 0 to 1. */
export function pauseBefore(attempt: number, afterMs: number | null, random: number): number {
  const whole = Math.min(RETRIES.firstMs * 2 ** (attempt - 2), RETRIES.longestMs);
  // Jitter: refused servers must not all come back at once.
  const jittered = Math.round(whole * (0.5 + random / 2));
  return Math.max(jittered, afterMs ?? 0);
}

/** Resolves after so many ms of the clock. @throws the signal's reason, at once, when it is aborted */
export function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = clock.setTimer(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    const stop = (): void => {
      timer.cancel();
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', stop, { once: true });
  });
}
