import { API_PATHS, type BackupState, type ReadinessView, type ServerFacts } from '@kenny/contract';
import { DAY_MS } from '@kenny/kernel';
import { FakeClock } from '@kenny/testing';
import { AuditStore } from '../src/audit/index.js';
import { BackupsService } from '../src/backup/index.js';
import { AServer } from '../test/a-server.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();
const LOOK_MS = 10 * 60_000;
const ready = (server: AServer) =>
  server.http<ReadinessView>('GET', API_PATHS.readyz, undefined, null);

describe('/readyz', () => {
  afterEach(() => jest.restoreAllMocks());

  it('says that audit rows wait, and to strangers not where the server keeps its files', async () => {
    const server = await AServer.start({ dataDir: newDir() });
    const secret = '/srv/hidden/audit-spool.bin';
    jest.spyOn(server.get(AuditStore), 'status').mockReturnValue({
      ...{ waiting: 0, spooled: 3, lost: 0, oldest_ms: 0, checkpoint_trouble: null },
      spool_trouble: `Error: EACCES: permission denied, open '${secret}'`,
    });
    const { status, body } = await ready(server);
    expect(status).toBe(200);
    expect(body.conditions).toEqual([
      { kind: 'waiting', stops: false, message: expect.stringContaining('3 audit rows') as string },
    ]);
    expect(JSON.stringify(body)).not.toContain('hidden');
    expect(body.audit.spool_trouble).toBe(
      'Error: EACCES: permission denied, open (a file of the server)',
    );
    const facts = await server.http<ServerFacts>('GET', API_PATHS.server);
    expect(facts.body.state.audit.spool_trouble).toContain(secret);
    await server.stop();
  });

  it('says when a backup was not made; the next day brings one by itself', async () => {
    const clock = new FakeClock();
    const env = { KENNY_BACKUP_EVERY: 'day' };
    const server = await AServer.start({ dataDir: newDir(), clock, env });
    const service = server.get(BackupsService);
    const room = jest.spyOn(service['snapshots'], 'bytes').mockResolvedValue(1e15);
    clock.advance(LOOK_MS);
    await done(server, clock, ({ trouble }) => trouble !== null);
    const { status, body } = await ready(server);
    expect([status, body.conditions.map(({ kind, stops }) => [kind, stops])]).toEqual([
      200,
      [['backup', false]],
    ]);
    room.mockRestore();
    clock.advance(LOOK_MS);
    const { items } = await done(server, clock, (state) => state.items.length > 0);
    expect(items.map(({ kind }) => kind)).toEqual(['daily']);
    expect((await ready(server)).body.conditions).toEqual([]);
    clock.advance(DAY_MS);
    expect((await done(server, clock, (state) => state.items.length > 1)).trouble).toBeNull();
    await server.stop();
  });
});

/** Lets its pauses pass until it is so. */
async function done(
  server: AServer,
  clock: FakeClock,
  isSo: (state: BackupState) => boolean,
): Promise<BackupState> {
  for (;;) {
    const state = server.get(BackupsService).state();
    if (state.running === null && isSo(state)) return state;
    clock.advance(5);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
