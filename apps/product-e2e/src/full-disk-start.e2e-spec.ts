import { API_PATHS, EXIT_CODES } from '@kenny/contract';
import { describeOnSmallDisk } from '@kenny/testing';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ChangeCall, verifyAudit } from './harness/change-call.js';
import { eventually } from './harness/eventually.js';
import { Installation, SERVER_PROGRAM } from './harness/installation.js';
import { aWorld } from './harness/world.js';

/** A server whose disk is full starts: people can look, changes are refused, room is all it needs. */
const world = aWorld();
const runner = { describe, beforeEach, afterEach, afterAll };
let installations = 0;

async function onDisk(folder: string): Promise<Installation> {
  const dataDir = join(folder, 'data');
  const installation = await Installation.prepare(world, `full-${(installations += 1)}`, {
    serverEnv: { KENNY_DATA_DIR: dataDir },
  });
  await installation.startServer();
  await installation.addAgent();
  return installation;
}

const addPc = ({ api }: Installation, agent_id: string) =>
  api.post<{ error?: { code: string; message: string } }>(API_PATHS.agents, { agent_id });

/** As long as there is no room: reads are served, changes refused in words. */
async function expectReadsOnly(installation: Installation): Promise<void> {
  expect((await installation.pc()).agent_id).toBe(installation.agentId);
  const refused = await addPc(installation, 'refused');
  expect(refused.status).toBe(503);
  expect(refused.body.error?.message).toMatch(/disk .* is full; nothing was changed/);
}

async function expectChangesAgain(installation: Installation): Promise<void> {
  await eventually('changes work without a restart', async () =>
    (await addPc(installation, 'taken')).status === 201 ? true : undefined,
  );
}

describeOnSmallDisk(runner, 'a start on a full disk', 40, (disk) => {
  let used: Installation['server'];
  afterEach(() => used?.kill());

  it(
    'serves reads after a stop in order, and changes as soon as there is room',
    world.telling(async () => {
      const installation = await onDisk(disk.folder);
      await installation.server?.stop();
      disk.fill();
      used = await installation.startServer();
      await expectReadsOnly(installation);
      disk.makeRoom();
      await expectChangesAgain(installation);
      expect(await verifyAudit(installation)).toMatchObject({ ok: true, findings: [] });
    }),
    120_000,
  );

  it(
    'serves reads after kill -9, and ends what an earlier run left before anybody decides again',
    world.telling(async () => {
      const installation = await onDisk(disk.folder);
      installation.startAgent();
      await installation.online();
      const call = new ChangeCall(installation, 'full-disk', world.makeFolder('lines'));
      await call.ask();
      installation.arm('server.approved_committed');
      await call.approve();
      await installation.server?.ended();
      disk.fill();
      used = await installation.startListening();
      expect((await installation.api.get('/readyz')).status).toBe(503);
      expect((await call.look()).state).toBe('approved');
      await expectReadsOnly(installation);
      expect(used.stdout).toMatch(/Calls that an earlier run left: waits until/);
      disk.makeRoom();
      expect(await call.settled()).toMatchObject({ approval: { state: 'lapsed' }, runs: 0 });
      await expectChangesAgain(installation);
      await installation.agent?.stop();
    }),
    120_000,
  );

  it(
    'is refused in words where SQLite cannot make a file that it needs, and works with room',
    world.telling(async () => {
      const installation = await onDisk(disk.folder);
      await installation.server?.stop();
      // As after a version that did not keep it, or out of a backup.
      rmSync(join(disk.folder, 'data', 'kenny.sqlite-shm'));
      disk.fill();
      const refused = world.start({
        name: 'server',
        args: [SERVER_PROGRAM, 'serve'],
        cwd: world.folder,
        env: { KENNY_DATA_DIR: join(disk.folder, 'data'), KENNY_PORT: '0' },
      });
      expect(await refused.ended()).toEqual({ code: EXIT_CODES.failed, signal: null });
      expect(refused.stderr).toMatch(
        /^kenny: The disk that holds the database of the server is full .+ start again\. \[conflict\]\n$/,
      );
      disk.makeRoom();
      used = await installation.startServer();
      await expectChangesAgain(installation);
    }),
    120_000,
  );
});
