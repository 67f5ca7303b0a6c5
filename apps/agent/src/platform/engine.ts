import { setFlagsFromString } from 'node:v8';

const OPTIMISE = '--opt';
const DO_NOT_OPTIMISE = '--no-opt';

let sparing = false;

/**
 * For a process that waits all day (ADR 0044): V8 compiles nothing ahead of what runs, so neither its
 * compilers nor what they make come into memory. Only code that runs afterwards is affected.
 */
export function spareMemory(): void {
  sparing = true;
  for (const flag of ['--no-sparkplug', DO_NOT_OPTIMISE]) setFlagsFromString(flag);
}

/** For work that keeps a core busy: with the optimiser, also where memory is spared otherwise. */
export function atFullSpeed<T>(work: () => T): T {
  if (!sparing) return work();
  setFlagsFromString(OPTIMISE);
  try {
    return work();
  } finally {
    setFlagsFromString(DO_NOT_OPTIMISE);
  }
}
