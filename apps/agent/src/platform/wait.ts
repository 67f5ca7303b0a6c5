import type { Clock } from '@kenny/kernel';

/** Resolves after `ms` by the given clock, or once `signal` fires. */
export function wait(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const timer = clock.setTimer(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    const stop = (): void => {
      timer.cancel();
      resolve();
    };
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** Resolves when `signal` fires, or has fired. */
export function fired(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
