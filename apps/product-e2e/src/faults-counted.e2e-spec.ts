import { join } from 'node:path';
import { aWorld, WORKSPACE } from './harness/world.js';

/**
 * The scenarios of `npm run faults` that take seconds: what every PC was asked to run is counted
 * outside of the product (docs/faults.md), and its table is part of a failure.
 */
const world = aWorld();
const COMMAND = join(WORKSPACE, 'tools/faults/command.mjs');

it.each([
  ['a server that is killed again and again runs nothing twice and loses nothing', 'kill', 8],
  ['a database that is set back runs no change a second time', 'set-back', 10],
  ['a database that has lost the end of its log says so and runs nothing', 'wal', 1],
])(
  '%s',
  world.telling(async (_, name: string, seconds: number) => {
    const program = world.start({
      name: 'faults',
      args: [COMMAND, '--only', name, '--seconds', String(seconds)],
      cwd: WORKSPACE,
    });
    expect(await program.ended(150_000)).toEqual({ code: 0, signal: null });
  }),
  180_000,
);
