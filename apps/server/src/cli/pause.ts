import { Interrupted } from './errors.js';
import type { CliIo } from './io.js';

/** Waits. @throws Interrupted on Ctrl+C or when nobody reads the output any more */
export function pause(
  { clock, stop, readerGone }: Pick<CliIo, 'clock' | 'stop' | 'readerGone'>,
  ms: number,
): Promise<void> {
  const signal = AbortSignal.any([stop, readerGone]);
  return new Promise((resolve, reject) => {
    const stopped = () => {
      timer.cancel();
      reject(new Interrupted());
    };
    const timer = clock.setTimer(() => {
      signal.removeEventListener('abort', stopped);
      resolve();
    }, ms);
    if (signal.aborted) stopped();
    else signal.addEventListener('abort', stopped, { once: true });
  });
}
