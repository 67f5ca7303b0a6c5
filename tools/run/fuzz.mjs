import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { runJest } from './jest.mjs';
import { ensureSqlite, steps } from './steps.mjs';

/**
 * `npm run fuzz [-- --seed <n> --batches <n> --schedules <n>] [files]`: requests, and schedules of
 * editors, made at random, until something is wrong.
 */
const { values, positionals } = parseArgs({
  options: {
    ...{ seed: { type: 'string' }, batches: { type: 'string' }, schedules: { type: 'string' } },
  },
  allowPositionals: true,
});
const seed = values.seed ?? String(randomInt(2 ** 31));
const batches = values.batches ?? '2000';
const schedules = values.schedules ?? '100';

console.log(`Again: npm run fuzz -- --seed ${seed} --batches ${batches} --schedules ${schedules}`);
Object.assign(process.env, {
  ...{ TEST_FUZZ_SEED: seed, TEST_FUZZ_BATCHES: batches, TEST_FUZZ_SCHEDULES: schedules },
});
await steps(ensureSqlite, () => runJest('fuzz', ['--runInBand', ...positionals]));
