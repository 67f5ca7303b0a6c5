import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NotHere } from './disks.mjs';

const LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';

/** Variables of a process whose calendar is another one. */
export function calendarEnv(more) {
  if (!existsSync(LIBRARY)) {
    throw new NotHere('libfaketime is not installed (Debian: apt-get install libfaketime)');
  }
  return { LD_PRELOAD: LIBRARY, ...more };
}

/** A wall clock that can be set while the process runs; its monotonic clock goes on. */
export class WallClock {
  constructor(folder) {
    this.file = join(folder, 'wall-clock');
    this.set(0);
    this.env = calendarEnv({
      ...{ DONT_FAKE_MONOTONIC: '1', FAKETIME_TIMESTAMP_FILE: this.file },
      FAKETIME_CACHE_DURATION: '1',
    });
  }

  /** @param hours - ahead of the true time */
  set(hours) {
    writeFileSync(this.file, `${hours < 0 ? '-' : '+'}${Math.abs(hours) * 3_600}\n`);
  }
}
