import { cpuSeconds } from './cost.mjs';
import { isFailed } from './flakes.mjs';
import { readResults, tellSum } from './jest.mjs';

/** The end of `.ci/run`, which says for how many seconds it has run: all test sets together. */
const required = await Promise.all(['unit', 'e2e'].map(readResults));
const others = await Promise.all(['check', 'measured'].map(readResults));
const all = tellSum([...required, ...others], {
  seconds: Number(process.argv[2]),
  cpu: cpuSeconds(process.ppid),
});
process.exitCode = isFailed(all) || required.some(({ passed }) => passed === 0) ? 1 : 0;
