import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { runJest } from './jest.mjs';
import { ensureSqlite, steps } from './steps.mjs';

/** `npm run fuzz [-- --seed <n> --batches <n>]`: requests made at random, until something is wrong. */
const { values } = parseArgs({
  options: { seed: { type: 'string' }, batches: { type: 'string' } },
});
const seed = values.seed ?? String(randomInt(2 ** 31));
const batches = values.batches ?? '2000';

console.log(`Again: npm run fuzz -- --seed ${seed} --batches ${batches}`);
Object.assign(process.env, { TEST_FUZZ_SEED: seed, TEST_FUZZ_BATCHES: batches });
await steps(ensureSqlite, () => runJest('fuzz', ['--runInBand']));
