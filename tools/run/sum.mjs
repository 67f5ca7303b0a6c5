import { readResults, summary } from './jest.mjs';

/** The end of `.ci/run`: both test sets together; the last line is the numbers alone. */
const sets = await Promise.all(['unit', 'e2e'].map(readResults));
const sum = (key) => sets.reduce((total, set) => total + set[key], 0);
console.log(
  summary({
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    failures: sets.flatMap(({ failures }) => failures),
  }),
);
process.exitCode = sum('failed') > 0 || sets.some(({ passed }) => passed === 0) ? 1 : 0;
