import { FakeClock } from '@kenny/testing';
import { Logger } from '@nestjs/common';
import { databaseIn, describeOnPostgres, describeOnSqlite } from '../../test/database-in.js';
import { NOTES, NoteEntity } from '../../test/notes-schema.js';
import { describeOnSmallDisk } from '../../test/small-disk.js';
import { tempDirs } from '../../test/temp-dir.js';
import { postgresPlace } from '../config/index.js';
import { openDatabase, type OpenDatabase } from './open-database.js';
import { openRawPostgres, type RawPostgres } from './postgres.driver.js';
import { openRawSqlite } from './sqlite.driver.js';
import { PROBE_MS } from './write-trouble.js';

const tempDir = tempDirs();

let clock: FakeClock;
let database: OpenDatabase;

/** Opened by each suite in a folder of its own. */
async function open(dataDir: string): Promise<void> {
  clock = new FakeClock();
  database = await openDatabase(databaseIn(dataDir), NOTES, clock);
}

beforeAll(() => {
  Logger.overrideLogger(false);
});
afterEach(() => database.close());

let added = 0;
const add = (parent: string | null = null) =>
  database.writer.write(({ manager }) =>
    manager.insert(NoteEntity, { id: `note ${(added += 1)}`, parent }),
  );
const refusal = () =>
  add().then(
    () => 'taken',
    (error: unknown) => error,
  );
const unavailable = (words: RegExp) => ({
  code: 'unavailable',
  message: expect.stringMatching(words) as string,
});

const pragma = (text: string) =>
  database.writer.write(({ manager }) => manager.query<object[]>(`PRAGMA ${text}`));

/** Lets the probe have its second, and however long the database really takes. */
async function probed(times = 1): Promise<void> {
  for (let more = 0; more < times; more += 1) {
    const before = clock.nextTimerIn;
    expect(before).toBeDefined();
    await clock.advanceAsync(PROBE_MS);
    while (database.writer.trouble && clock.nextTimerIn === undefined) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

/** Until nothing more goes in: a full disk may have room in files that are there already. */
async function fillUp(): Promise<unknown> {
  for (;;) {
    const answers = await Promise.all(Array.from({ length: 500 }, refusal));
    const refused = answers.find((answer) => answer !== 'taken');
    if (refused !== undefined) return refused;
  }
}

describeOnSqlite('an SQLite file that takes no writes', 'it is a file', () => {
  describeOnSmallDisk('on a full disk', 16, (disk) => {
    beforeEach(() => open(disk.folder));

    it('refuses in words, also where a page happens to be free, until there is room', async () => {
      await add();
      disk.fill();
      expect(await fillUp()).toMatchObject(unavailable(/disk .* is full; nothing was changed/));
      expect(database.writer.health().trouble).toMatchObject({ kind: 'full' });
      // The log of the last commit has room for a page: a probe of one page would succeed.
      await probed(3);
      expect(await refusal()).toMatchObject({ code: 'unavailable' });
      expect(await database.reads.manager.count(NoteEntity)).toBeGreaterThan(0);
      disk.makeRoom();
      await probed();
      expect(await refusal()).toBe('taken');
    });
  });

  it('refuses at once while another program has it locked', async () => {
    const dataDir = tempDir();
    await open(dataDir);
    await pragma('busy_timeout = 50');
    const other = await openRawSqlite(`${dataDir}/kenny.sqlite`);
    await other.exec('BEGIN EXCLUSIVE');
    const words = unavailable(/Another program holds a lock/);
    expect(await refusal()).toMatchObject(words);
    const batches = database.writer.stats().batches;
    expect(await refusal()).toMatchObject(words);
    expect(database.writer.stats().batches).toBe(batches);
    await probed();
    expect(database.writer.trouble).toMatchObject(words);
    await other.exec('ROLLBACK');
    await other.close();
    await probed();
    expect(await refusal()).toBe('taken');
    // The probe does not wait for a lock; whoever writes does.
    expect(await pragma('busy_timeout')).toEqual([{ timeout: 5_000 }]);
  });
});

describeOnPostgres('a PostgreSQL that takes no writes', 'it is a server', () => {
  let admin: RawPostgres;
  beforeEach(async () => {
    const dataDir = tempDir();
    await open(dataDir);
    const where = databaseIn(dataDir).database;
    admin = await openRawPostgres(postgresPlace(where.type === 'postgres' ? where.url : ''));
  });
  afterEach(() => admin.discard());

  /** For every connection that kenny has open. */
  const set = async (setting: string) => {
    await database.writer.write(({ manager }) => manager.query(`SET ${setting}`));
  };

  it('refuses in words while it is read-only, and goes on by itself', async () => {
    await set('default_transaction_read_only = on');
    expect(await refusal()).toMatchObject(unavailable(/is read-only; nothing was changed/));
    // One refused hears of it before its batch has ended, and only then the writer stops.
    await database.writer.flush();
    await probed(2);
    expect(database.writer.health().trouble).toMatchObject({ kind: 'read_only' });
    expect(await database.reads.manager.count(NoteEntity)).toBe(0);
  });

  it('gives up on a table that somebody has locked, and keeps nobody else from theirs', async () => {
    await set("lock_timeout = '50ms'");
    await admin.execute('BEGIN; LOCK TABLE note IN ACCESS EXCLUSIVE MODE');
    expect(await refusal()).toMatchObject(unavailable(/Another program holds a lock/));
    expect(database.writer.trouble).toBeNull();
    await admin.execute('ROLLBACK');
    expect(await refusal()).toBe('taken');
  });

  it('waits five seconds for such a lock', async () => {
    const asked = await database.writer.write(({ manager }) =>
      manager.query<{ lock_timeout: string }[]>('SHOW lock_timeout'),
    );
    expect(asked).toEqual([{ lock_timeout: '5s' }]);
  });
});
