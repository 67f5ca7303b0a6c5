import type { Timer } from '@kenny/kernel';
import type { CliIo } from '../io.js';
import { span } from './durations.js';
import { Shown } from './shown.js';

const TICK_MS = 1_000;
/** Shorter work shows no progress. */
const WORTH_A_LINE_MS = 1_000;

/**
 * While something takes long, a line on the terminal that says what and since when; gone when it is
 * done. Programs and logs see nothing of it.
 */
export async function withProgress<T>(
  { err, clock }: Pick<CliIo, 'err' | 'clock'>,
  label: string,
  work: () => Promise<T>,
): Promise<T> {
  if (err.isTTY !== true) return work();
  const started = clock.monotonic();
  let shown = false;
  let timer: Timer;
  const tick = () => {
    const line = Shown.text(`${label} … ${span(clock.monotonic() - started)}`);
    err.write(`\r\u001b[2K${line.clip((err.columns ?? 80) - 1).plain}`);
    shown = true;
    timer = clock.setTimer(tick, TICK_MS);
  };
  timer = clock.setTimer(tick, WORTH_A_LINE_MS);
  try {
    return await work();
  } finally {
    timer.cancel();
    if (shown) err.write('\r\u001b[2K');
  }
}
