import { systemClock } from '@kenny/kernel';
import { FakeClock } from '@kenny/testing';
import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { databaseIn, describeOnPostgres } from '../../test/database-in.js';
import { NOTES, NoteEntity } from '../../test/notes-schema.js';
import { swallowingLine } from '../../test/swallowing-line.js';
import { tempDirs } from '../../test/temp-dir.js';
import { dataFolderId, postgresPlace, prepareDataFolder } from '../config/index.js';
import { GroupCommit } from './group-commit.js';
import { upToDate } from './opening.js';
import { openDatabase, type DatabaseConfig, type OpenDatabase } from './open-database.js';
import { PostgresLane } from './postgres-lane.js';
import { ANSWER_MS, HEARTBEAT_MS, PostgresLease, WRITERS } from './postgres-lease.js';
import {
  openManagedPostgres,
  openRawPostgres,
  postgresWriteSource,
  type ManagedPostgres,
  type RawPostgres,
} from './postgres.driver.js';
import type { Tx, Writer } from './writer.js';

const tempDir = tempDirs();
const insert = (id: string) => (tx: Tx) => tx.manager.insert(NoteEntity, { id, parent: null });
const notes = async (database: OpenDatabase) =>
  (await database.reads.manager.find(NoteEntity, { order: { id: 'ASC' } })).map(({ id }) => id);

function urlOf({ database }: DatabaseConfig): string {
  if (database.type !== 'postgres') throw new Error('not on PostgreSQL');
  return database.url;
}

/** Looks again in every turn of the event loop. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

/** Resolves with the first answer once the database is there again. */
async function onceBack<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      expect(error).toMatchObject({ code: 'unavailable' });
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

describeOnPostgres('openDatabase on PostgreSQL', 'it is about the server', () => {
  beforeAll(() => {
    Logger.overrideLogger(false);
  });

  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  const open = async (where: DatabaseConfig): Promise<OpenDatabase> => {
    const database = await openDatabase(where, NOTES, systemClock);
    closing.push(() => database.close());
    return database;
  };
  /** Somebody with a connection of their own to the same schema. */
  const admin = async (where: DatabaseConfig): Promise<RawPostgres> => {
    const client = await openRawPostgres(postgresPlace(urlOf(where)));
    closing.push(() => client.discard());
    return client;
  };
  /** Ends every connection that holds one of kenny's locks on this schema. */
  const cutOff = async (client: RawPostgres) => {
    const { rows } = await client.query<{ ended: boolean }>(
      `SELECT pg_terminate_backend(pid) AS ended FROM pg_locks
       WHERE locktype = 'advisory' AND objid = hashtext(current_schema())::oid
         AND granted AND pid <> pg_backend_pid()`,
    );
    expect(rows.length).toBeGreaterThan(0);
  };

  it('waits for the disk, whatever the server says', async () => {
    const where = databaseIn(tempDir());
    const url = `${urlOf(where)}&options=-c%20synchronous_commit%3Doff`;
    const database = await open({ ...where, database: { type: 'postgres', url } });
    const asked = await database.writer.write(({ manager }) =>
      manager.query<{ synchronous_commit: string }[]>('SHOW synchronous_commit'),
    );
    expect(asked).toEqual([{ synchronous_commit: 'on' }]);
  });

  it('lets one server in at a time, wherever its data folder is', async () => {
    const where = databaseIn(tempDir());
    await open(where);
    await expect(open({ ...where, dataDir: tempDir() })).rejects.toThrow(
      /schema w_\w+, at .* is in use by another kenny server/,
    );
  });

  it('belongs to one data folder: the keys that fit it lie there', async () => {
    const where = databaseIn(tempDir());
    await (await open(where)).close();
    const other = open({ ...where, dataDir: tempDir() });
    await expect(other).rejects.toThrow(/belongs to the data folder with the id/);
  });

  it.each([
    ['postgres://kenny:hunter2@127.0.0.1:1/kenny', /cannot be reached: .*ECONNREFUSED/],
    ['postgres://kenny:hunter2@127.0.0.1:1/kenny?schema=No%20Schema', /looks like postgres:/],
  ])('says what is wrong with an address and never its password: %s', async (url, words) => {
    const opening = open({ dataDir: tempDir(), database: { type: 'postgres', url } });
    await expect(opening).rejects.toThrow(words);
    await expect(opening).rejects.not.toThrow(/hunter2/);
  });

  it('says what to do where the user may not make tables', async () => {
    const where = databaseIn(tempDir());
    const client = await admin({ ...where });
    await client.execute('CREATE ROLE lodger LOGIN; CREATE SCHEMA closed').catch(() => undefined);
    const url = urlOf(where)
      .replace('//kenny@', '//lodger@')
      .replace(/schema=\w+/, 'schema=closed');
    await expect(open({ ...where, database: { type: 'postgres', url } })).rejects.toThrow(
      /may not make tables there/,
    );
  });

  it('keeps nothing of a job that went on after a failed statement, and all of its neighbours', async () => {
    const database = await open(databaseIn(tempDir()));
    const careless = database.writer.write(async (tx) => {
      await insert('half')(tx);
      await tx.manager.query('SELECT 1 / 0').catch(() => undefined);
    });
    const results = await Promise.allSettled([
      database.writer.write(insert('a')),
      careless,
      database.writer.write(insert('b')),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await notes(database)).toEqual(['a', 'b']);
  });

  it('does not let the streams keep the main lane waiting', async () => {
    const database = await open(databaseIn(tempDir()));
    let finish = (): void => undefined;
    const held = new Promise<void>((resolve) => (finish = resolve));
    let slow = Promise.resolve();
    await new Promise<void>((begun) => {
      slow = database.writer.write(() => (begun(), held), 'telemetry');
    });
    await database.writer.write(insert('a'));
    expect(await notes(database)).toEqual(['a']);
    finish();
    await slow;
  });

  it('comes back by itself when its connections were cut', async () => {
    const where = databaseIn(tempDir());
    const database = await open(where);
    await database.writer.write(insert('before'));
    const client = await admin(where);
    await cutOff(client);
    await onceBack(() => database.writer.write(insert('after')));
    expect(await notes(database)).toEqual(['after', 'before']);
    // The other lanes come back on their own.
    await until(() => database.writer.trouble === null);
  });

  it('refuses with a code of the table while it is away, and says so', async () => {
    const where = databaseIn(tempDir());
    const database = await open(where);
    const client = await admin(where);
    await cutOff(client);
    // As a server that takes over would: nobody else may write now.
    await client.query(`SELECT pg_advisory_lock(${WRITERS}, hashtext(current_schema()))`);
    await cutOff(client).catch(() => undefined);
    const refused = await database.writer.write(insert('a')).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'unavailable' });
    expect(database.writer.trouble).toMatchObject({ code: 'unavailable' });
    await client.query(`SELECT pg_advisory_unlock(${WRITERS}, hashtext(current_schema()))`);
    await onceBack(() => database.writer.write(insert('b')));
    expect(await notes(database)).toEqual(['b']);
  });

  it('writes no more once another server had the database', async () => {
    const where = databaseIn(tempDir());
    const database = await open(where);
    const client = await admin(where);
    await client.query("UPDATE server_lease SET run = 'another'");
    await cutOff(client);
    await until(
      () => database.writer.trouble?.message.includes('taken this database over') === true,
    );
    await expect(database.writer.write(insert('late'))).rejects.toMatchObject({
      code: 'unavailable',
    });
  });

  describe('PostgreSQL that does not answer', () => {
    /** A server behind a line, and somebody beside it whose questions show how fast PostgreSQL is. */
    async function behindALine() {
      const direct = databaseIn(tempDir());
      const line = await swallowingLine(direct, tempDir());
      closing.push(() => line.close());
      const clock = new FakeClock();
      const database = await openDatabase(line.where, NOTES, clock);
      closing.push(() => database.close());
      const client = await admin(direct);
      const round = () => client.query('SELECT 1');
      /** All its connections are silent, and it has noticed. */
      const goSilent = async (): Promise<void> => {
        line.swallow();
        clock.advance(HEARTBEAT_MS);
        clock.advance(ANSWER_MS);
        await until(() => database.writer.trouble !== null);
      };
      const written = async (id: string): Promise<void> => {
        let done = false;
        const back = onceBack(() => database.writer.write(insert(id))).then(() => (done = true));
        while (!done) {
          await round();
          clock.advance(100);
        }
        await back;
      };
      return { direct, line, clock, database, client, goSilent, written };
    }

    it('has the server back though it still serves the connections of before', async () => {
      const { database, client, goSilent, written } = await behindALine();
      const { rows: before } = await client.query<{ pid: number }>(
        "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = hashtext(current_schema())::oid",
      );
      expect(before).toHaveLength(4);
      await goSilent();
      await written('after');
      expect(await notes(database)).toEqual(['after']);
      const pids = before.map(({ pid }) => pid);
      const { rows } = await client.query('SELECT pid FROM pg_stat_activity WHERE pid = ANY($1)', [
        pids,
      ]);
      expect(rows).toEqual([]);
    });

    it('ends only connections of its own: the writers of another server are waited for', async () => {
      const { direct, database, client, clock, goSilent, written } = await behindALine();
      const other = await admin(direct);
      await other.query(`SELECT pg_advisory_lock_shared(${WRITERS}, hashtext(current_schema()))`);
      await goSilent();
      // It has the first lock again, and waits for the second.
      for (let waits = 0; waits === 0;) {
        clock.advance(100);
        const { rows } = await client.query(
          "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND objid = hashtext(current_schema())::oid",
        );
        waits = rows.length;
      }
      await expect(database.writer.write(insert('early'))).rejects.toMatchObject({
        code: 'unavailable',
      });
      await other.query('SELECT pg_advisory_unlock_all()');
      await written('after');
      expect(await notes(database)).toEqual(['after']);
    });

    it('keeps nobody waiting once that is known: not who writes, waits behind them, or reads', async () => {
      const { database, goSilent } = await behindALine();
      const away = { code: 'unavailable' };
      let begun = (): void => undefined;
      const running = new Promise<void>((resolve) => (begun = resolve));
      let ask = (): void => undefined;
      const silent = new Promise<void>((resolve) => (ask = resolve));
      const writes = [
        database.writer.write(async (tx) => {
          begun();
          await silent;
          await insert('first')(tx);
        }),
        database.writer.write(insert('behind')),
      ].map((write) => expect(write).rejects.toMatchObject(away));
      await running;
      await database.reads.manager.count(NoteEntity);
      const told = goSilent();
      ask();
      const reading = expect(database.reads.manager.count(NoteEntity)).rejects.toThrow();
      await told;
      await Promise.all([...writes, reading]);
      await expect(database.writer.write(insert('late'))).rejects.toMatchObject(away);
      await expect(database.reads.manager.count(NoteEntity)).rejects.toMatchObject(away);
    });
  });

  describe('a connection that breaks in the middle of COMMIT', () => {
    const reset = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });

    /** A lane whose next COMMIT loses its connection, before or after PostgreSQL has done it. */
    async function cuttingLane(cut: 'before' | 'after'): Promise<{
      writer: Writer;
      source: DataSource;
    }> {
      const where = databaseIn(tempDir());
      prepareDataFolder(where.dataDir);
      const place = postgresPlace(urlOf(where));
      const lease = await PostgresLease.acquire(place, dataFolderId(where.dataDir), systemClock);
      closing.push(() => lease.release());
      const schema = { entities: [...NOTES.entities], migrations: [...NOTES.migrations] };
      const source = await upToDate(postgresWriteSource(place, schema, 2), place.shown);
      closing.push(() => source.destroy());
      let armed = true;
      const cutting = async (): Promise<ManagedPostgres> => {
        const real = await openManagedPostgres(source);
        return {
          ...real,
          execute: async (text) => {
            if (!armed || !text.includes('COMMIT')) return real.execute(text);
            armed = false;
            if (cut === 'after') await real.execute(text);
            throw reset();
          },
        };
      };
      const lane = new PostgresLane('main', cutting, lease, systemClock);
      await lane.start();
      closing.push(() => lane.close());
      return { writer: new GroupCommit(lane, systemClock), source };
    }

    it('is told as stored when PostgreSQL did it', async () => {
      const { writer, source } = await cuttingLane('after');
      await writer.write(insert('a'));
      expect(await source.manager.count(NoteEntity)).toBe(1);
    });

    it('is told as refused when PostgreSQL did not, and undone in memory', async () => {
      const { writer, source } = await cuttingLane('before');
      const undone = jest.fn();
      const lost = writer.write(async (tx) => {
        tx.onRollback(undone);
        await insert('a')(tx);
      });
      await expect(lost).rejects.toMatchObject({ code: 'unavailable' });
      expect(undone).toHaveBeenCalledTimes(1);
      expect(await source.manager.count(NoteEntity)).toBe(0);
      await onceBack(() => writer.write(insert('b')));
      expect(await source.manager.count(NoteEntity)).toBe(1);
    });
  });
});
