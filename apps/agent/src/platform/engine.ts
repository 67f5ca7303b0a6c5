import { setFlagsFromString } from 'node:v8';

const OPTIMISE = '--opt';
const DO_NOT_OPTIMISE = '--no-opt';

let sparing = false;

/**
 * For a process that idles all day (ADR 0044): V8 compiles nothing ahead of time, so neither its
 * compilers nor their output take up memory. Only code that runs afterwards is affected.
 */
export function spareMemory(): void {
  sparing = true;
  for (const flag of ['--no-sparkplug', DO_NOT_OPTIMISE]) setFlagsFromString(flag);
}

/** Turns the optimiser on for CPU-bound work, even where memory is saved otherwise. */
export function atFullSpeed<T>(work: () => T): T {
  if (!sparing) return work();
  setFlagsFromString(OPTIMISE);
  try {
    return work();
  } finally {
    setFlagsFromString(DO_NOT_OPTIMISE);
  }
}
