import { join } from 'node:path';
import type { ErrorBody, ReadinessView } from '@kenny/contract';
import { FakeClock } from '@kenny/testing';
import { AServer } from '../../test/a-server.js';
import { describeOnSqlite } from '../../test/database-in.js';
import { describeOnSmallDisk } from '../../test/small-disk.js';
import { tempDirs } from '../../test/temp-dir.js';
import { zeroPages } from '../../test/zero-pages.js';
import { IntegrityWatch, Writer } from '../../src/database/index.js';
import { FIRST_CHECK_MS } from '../../src/database/integrity-watch.js';
import { openRawSqlite } from '../../src/database/sqlite.driver.js';
import { PROBE_MS } from '../../src/database/write-trouble.js';

const newDir = tempDirs();

const file = (dataDir: string) => join(dataDir, 'kenny.sqlite');

describeOnSqlite('a server whose database is in trouble', 'it is about a file', () => {
  let clock: FakeClock;
  let server: AServer;
  const start = async (dataDir: string) => {
    clock = new FakeClock({ now: Date.now() });
    server = await AServer.start({ dataDir, clock });
  };
  afterEach(() => server.stop());

  let added = 0;
  const add = () => {
    const agent_id = `pc${(added += 1)}`;
    return server.http<ErrorBody>('POST', '/api/agents', { agent_id });
  };
  const logIn = () => server.http<ErrorBody>('POST', '/api/login', { token: server.admin }, null);
  const ready = () => server.http<ReadinessView>('GET', '/readyz');
  const unavailable = (words: RegExp) => ({
    status: 503,
    body: { error: { code: 'unavailable', message: expect.stringMatching(words) as string } },
  });
  const recovered = async () => {
    const writer = server.get(Writer);
    while (writer.trouble) await clock.advanceAsync(PROBE_MS);
  };

  it('is ready, and shows how its last commit went', async () => {
    await start(newDir());
    await add();
    const { status, body } = await ready();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ ready: true, database: 'ok', stopped: null },
      last_commit: { ok: true },
    });
    expect(body.free_bytes).toBeGreaterThan(0);
    expect(body.conditions.filter(({ kind }) => kind !== 'disk')).toEqual([]);
  });

  it('says while it is locked that another program holds it, at every door and at once', async () => {
    const dataDir = newDir();
    await start(dataDir);
    // As long as a caller waits for a lock; the rest of this test is not about that.
    await server.get(Writer).write(({ manager }) => manager.query('PRAGMA busy_timeout = 50'));
    const other = await openRawSqlite(file(dataDir));
    await other.exec('BEGIN EXCLUSIVE');
    const words = /Another program holds a lock on the database.*nothing was changed/;
    expect(await add()).toMatchObject(unavailable(words));
    expect(await logIn()).toMatchObject(unavailable(words));
    expect((await server.http('GET', '/api/approvals')).status).toBe(200);
    const { status, body } = await ready();
    expect(status).toBe(503);
    expect(body).toMatchObject({
      ...{ ready: false, database: 'failed', last_commit: { ok: false } },
      stopped: { kind: 'locked', refused: expect.any(Number) as number },
      conditions: [
        { kind: 'database', stops: true, message: expect.stringMatching(words) as string },
      ],
    });
    await other.exec('ROLLBACK');
    await other.close();
    await recovered();
    expect((await add()).status).toBe(201);
    expect((await ready()).status).toBe(200);
  });

  describeOnSmallDisk('on a full disk', 24, (disk) => {
    it('serves reads, refuses changes and logins in words, and goes on by itself', async () => {
      await start(disk.folder);
      disk.fill();
      const words = /The disk that holds the database of the server is full.*Make room/;
      let answer = await add();
      while (answer.status === 201) answer = await add();
      expect(answer).toMatchObject(unavailable(words));
      expect(await logIn()).toMatchObject(unavailable(words));
      expect((await server.http('GET', '/api/approvals')).status).toBe(200);
      const { status, body } = await ready();
      expect(status).toBe(503);
      expect(body).toMatchObject({ stopped: { kind: 'full' } });
      expect(body.conditions.map(({ kind }) => kind)).toEqual(
        expect.arrayContaining(['database', 'disk']),
      );
      disk.makeRoom();
      await recovered();
      expect((await add()).status).toBe(201);
    });
  });

  it.each([
    ['table', 'approvals'],
    ['index', 'audit'],
    ['index', 'tokens'],
    ['table', 'audit'],
  ] as const)(
    'finds a damaged page by itself, or by who meets it, and says so: %s of %s',
    async (type, table) => {
      const dataDir = newDir();
      await start(dataDir);
      await add();
      await zeroPages(file(dataDir), type, table);
      await clock.advanceAsync(FIRST_CHECK_MS);
      const integrity = server.get(IntegrityWatch);
      while (integrity.damage === null) await new Promise((resolve) => setImmediate(resolve));
      const { status, body } = await ready();
      expect(status).toBe(503);
      expect(body.conditions).toContainEqual({
        ...{ kind: 'damage', stops: true },
        message: expect.stringMatching(/is damaged \(.*kenny doctor/) as string,
      });
    },
  );

  it('answers in words where a read meets the damage', async () => {
    const dataDir = newDir();
    await start(dataDir);
    await add();
    await server.stop();
    // One that no start needs.
    await zeroPages(file(dataDir), 'table', 'events');
    await start(dataDir);
    expect(await server.http('GET', '/api/events')).toMatchObject(
      unavailable(/database of the server is damaged.*kenny doctor/),
    );
    expect((await ready()).body.conditions).toContainEqual(
      expect.objectContaining({ kind: 'damage', stops: true }),
    );
  });
});
