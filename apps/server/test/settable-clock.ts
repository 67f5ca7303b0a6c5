import { systemClock, type Clock } from '@kenny/contract';

/** A clock whose two readings move only when told; timers are real (only the writer uses them). */
export interface SettableClock extends Clock {
  advance(ms: number): void;
}

export function settableClock(start = Date.parse('2031-01-01T00:00:00Z')): SettableClock {
  let passed = 0;
  return {
    now: () => start + passed,
    monotonic: () => passed,
    setTimer: (fn, ms) => systemClock.setTimer(fn, ms),
    advance: (ms) => {
      passed += ms;
    },
  };
}
