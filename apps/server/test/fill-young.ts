import { getHeapSpaceStatistics } from 'node:v8';
import { keepYoungSmall, letYoungGrow } from '../src/cli/young-generation.js';

/** Prints how large the young generation is after work whose objects live a while, twice. */
const MOST_ALIVE = 20_000;
const alive: object[] = [];

function work(): void {
  for (let i = 0; i < 1_000_000; i += 1) alive[i % MOST_ALIVE] = { i, more: [i, i + 1] };
}

function size(): number {
  const spaces = getHeapSpaceStatistics();
  return spaces.find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
}

keepYoungSmall();
work();
const kept = size();
letYoungGrow();
work();
process.stdout.write(`${kept / 2 ** 20} MiB, then ${size() / 2 ** 20} MiB\n`);
