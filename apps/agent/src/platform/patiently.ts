import { systemClock } from '@kenny/kernel';
import { errorCode } from '../errors/error-code.js';
import { wait } from './wait.js';

/** Virus scanners hold fresh files, and an ended program its own, for a moment. */
const PATIENCE_MS = 10_000;
const PAUSE_MS = 200;
const HELD = new Set(['EBUSY', 'EPERM', 'EACCES']);

/** Retries while somebody on Windows holds the file. */
export async function patiently(action: () => Promise<void>): Promise<void> {
  const end = systemClock.monotonic() + PATIENCE_MS;
  for (;;) {
    try {
      return await action();
    } catch (error) {
      if (!HELD.has(errorCode(error) ?? '') || systemClock.monotonic() > end) throw error;
    }
    await wait(systemClock, PAUSE_MS);
  }
}
