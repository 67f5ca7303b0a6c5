import { countLine, countTests } from './jest.mjs';

/** The last line of `.ci/run`: both test sets together. */
const sets = await Promise.all(['unit', 'e2e'].map(countTests));
const sum = (key) => sets.reduce((total, set) => total + set[key], 0);
console.log(countLine({ passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }));
process.exitCode = sum('failed') > 0 || sets.some(({ passed }) => passed === 0) ? 1 : 0;
