import { isFailed } from './flakes.mjs';
import { readResults, summary } from './jest.mjs';

/** The end of `.ci/run`: both test sets together; the last line is the numbers alone. */
const sets = await Promise.all(['unit', 'e2e'].map(readResults));
const sum = (key) => sets.reduce((total, set) => total + set[key], 0);
const all = {
  passed: sum('passed'),
  failed: sum('failed'),
  skipped: sum('skipped'),
  failures: sets.flatMap(({ failures }) => failures),
  flakes: sets.flatMap(({ flakes }) => flakes),
};
console.log(summary(all));
process.exitCode = isFailed(all) || sets.some(({ passed }) => passed === 0) ? 1 : 0;
