import { EXIT_CODES } from '@kenny/contract';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Installation, SERVER_PROGRAM } from './harness/installation.js';
import type { Program } from './harness/program.js';
import { aWorld } from './harness/world.js';

const world = aWorld();

function secondServer({ dataDir }: Installation): Program {
  return world.start({
    name: 'second server',
    args: [SERVER_PROGRAM, 'serve'],
    cwd: world.folder,
    env: { KENNY_DATA_DIR: dataDir, KENNY_PORT: '0' },
  });
}

it(
  'a data folder serves one server at a time, and is free again after kill -9',
  world.telling(async () => {
    const installation = await Installation.prepare(world, 'shared');
    const first = await installation.startServer();
    expect(statSync(installation.dataDir).mode & 0o777).toBe(0o700);

    const second = secondServer(installation);
    expect((await second.ended(60_000)).code).toBe(EXIT_CODES.failed);
    expect(second.stderr).toMatch(
      /^kenny: The data folder \S+ is in use by another kenny process; .+\. \[conflict\]\n$/,
    );
    expect(second.stdout).not.toContain('"level":"error"');
    expect(first.running).toBe(true);
    expect((await installation.api.get('/api/me')).status).toBe(200);

    await first.kill();
    const third = await installation.startServer();
    expect((await installation.api.get('/api/me')).status).toBe(200);
    expect(await third.stop()).toEqual({ code: EXIT_CODES.ok, signal: null });
  }),
  120_000,
);

it(
  'a state folder serves one agent at a time, and is free again after kill -9',
  world.telling(async () => {
    const installation = await Installation.up(world, 'one-agent');
    const first = installation.agent;
    const second = installation.startAgent();
    expect((await second.ended()).code).toBe(EXIT_CODES.failed);
    expect(second.stderr.trim().split('\n')).toHaveLength(1);
    expect(second.stderr).toMatch(/another kenny-agent \(process \d+\) works with/);
    expect(first?.running).toBe(true);

    await first?.kill();
    const { connected_since } = await installation.pc();
    installation.startAgent();
    await installation.online(connected_since);
    expect(existsSync(join(installation.stateDir, 'agent.key'))).toBe(true);
  }),
  120_000,
);
