import { EXIT_CODES } from '@kenny/contract';
import { statSync } from 'node:fs';
import { Installation, SERVER_PROGRAM } from './harness/installation.js';
import { aWorld } from './harness/world.js';

/** Each folder has one master; whoever dies by `kill -9` leaves it free. */
const world = aWorld();
let installation: Installation;

beforeAll(
  world.telling(async () => {
    installation = await Installation.up(world, 'shared');
  }),
  120_000,
);

it(
  'a state folder serves one agent at a time',
  world.telling(async () => {
    const first = installation.agent;
    const second = installation.startAgent();
    expect((await second.ended()).code).toBe(EXIT_CODES.failed);
    expect(second.stderr).toMatch(
      /^kenny-agent: another kenny-agent \(process \d+\) works with .+\n$/,
    );
    expect(first?.running).toBe(true);
    installation.agent = first;
  }),
);

it(
  'a data folder serves one server at a time',
  world.telling(async () => {
    expect(statSync(installation.dataDir).mode & 0o777).toBe(0o700);
    const second = world.start({
      name: 'second server',
      args: [SERVER_PROGRAM, 'serve'],
      cwd: world.folder,
      env: { KENNY_DATA_DIR: installation.dataDir, KENNY_PORT: '0' },
    });
    expect((await second.ended(60_000)).code).toBe(EXIT_CODES.failed);
    expect(second.stderr).toMatch(
      /^kenny: The data folder \S+ is in use by another kenny process; .+\. \[conflict\]\n$/,
    );
    expect(second.stdout).not.toContain('"level":"error"');
    expect((await installation.pc()).online).toBe(true);
  }),
  120_000,
);

it(
  'both are free again after kill -9, and end with code 0 when they are asked to',
  world.telling(async () => {
    const { server, agent } = installation;
    await Promise.all([server?.kill(), agent?.kill()]);
    const again = installation.startAgent();
    await installation.startServer();
    await installation.online();
    expect(await again.stop()).toEqual({ code: EXIT_CODES.ok, signal: null });
    expect(await installation.server?.stop()).toEqual({ code: EXIT_CODES.ok, signal: null });
  }),
  120_000,
);
