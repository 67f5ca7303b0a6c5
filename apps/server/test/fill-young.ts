import { setImmediate } from 'node:timers/promises';
import { getHeapSpaceStatistics } from 'node:v8';
import { keepYoungSmall, letYoungGrow } from '../src/cli/young-generation.js';

/** Prints how large the young generation is after work whose objects live a while, twice. */
const LOOK_MS = 200;
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
const over = new AbortController();
letYoungGrow(over.signal, LOOK_MS);
// In turns: the program is told of a collection between them.
for (let turn = 0; turn < 20; turn += 1) {
  work();
  await setImmediate();
}
over.abort();
process.stdout.write(`${kept / 2 ** 20} MiB, then ${size() / 2 ** 20} MiB\n`);
