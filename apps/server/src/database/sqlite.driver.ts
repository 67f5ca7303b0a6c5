import { randomInt } from 'node:crypto';
import { dirname } from 'node:path';
import sqlite3 from 'sqlite3';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { SqliteQueryRunner } from 'typeorm/driver/sqlite/SqliteQueryRunner.js';
import {
  DATABASE_TROUBLES,
  inTroubleWords,
  troubleOf,
  type DatabaseTrouble,
} from './database-trouble.js';
import { freeRoom } from './free-room.js';
import { SOURCE_OPTIONS } from './source-options.js';
import type { WriteConnection } from './write-connection.js';

/**
 * The one file that names the SQLite driver and leans on how TypeORM uses it (ADR 0002).
 * Whatever replaces either is written here.
 */

/** How long one connection waits for another's lock before SQLite answers `SQLITE_BUSY`. */
export const BUSY_TIMEOUT_MS = 5_000;

/** TypeORM calls `verbose()`, which captures a stack trace per statement: several µs each. */
const driver = Object.assign(Object.create(sqlite3) as object, { verbose: () => sqlite3 });

export type SchemaOptions = Pick<DataSourceOptions, 'entities' | 'migrations'>;

/** The writing connection; `upToDate` runs its migrations. */
export function sqliteWriteSource(file: string, schema: SchemaOptions): DataSource {
  return new DataSource({
    type: 'sqlite',
    database: file,
    driver,
    ...SOURCE_OPTIONS,
    enableWAL: true,
    busyTimeout: BUSY_TIMEOUT_MS,
    ...schema,
    migrationsTransactionMode: 'all',
  });
}

/** The reading connection: cannot write at all, and never waits for the writer (WAL). */
export function sqliteReadSource(file: string, schema: SchemaOptions): DataSource {
  return new DataSource({
    type: 'sqlite',
    database: file,
    driver,
    ...SOURCE_OPTIONS,
    flags: sqlite3.OPEN_READONLY | sqlite3.OPEN_FULLMUTEX,
    busyTimeout: BUSY_TIMEOUT_MS,
    entities: schema.entities,
  });
}

/** One file, one lock: whatever one write meets, the next one meets too. */
const LASTING: ReadonlySet<DatabaseTrouble> = new Set(DATABASE_TROUBLES);

/** With less room than this, a write that succeeds is luck. */
const ROOM_BYTES = 4 * 1024 * 1024;

async function mustHaveRoom(folder: string): Promise<void> {
  const free = await freeRoom(folder);
  if (free !== null && free < ROOM_BYTES) throw new Error('there is still no room');
}

/** @param source - an initialised write source that nobody else uses. */
export async function sqliteWriteConnection(source: DataSource): Promise<WriteConnection> {
  const runner = source.createQueryRunner();
  if (!(runner instanceof SqliteQueryRunner)) throw new Error('not a SQLite data source');
  await runner.query('PRAGMA synchronous = FULL');
  // 16 MB: with the 2 MB default, the indexes of one large batch push each other out.
  await runner.query('PRAGMA cache_size = -16000');
  // Jobs only ever run inside the writer's transaction; without this, TypeORM would open its own.
  runner.isTransactionActive = true;
  const manager = source.createEntityManager(runner);
  manager.transaction = () =>
    Promise.reject(new Error('a write job is a transaction already: use its manager directly'));
  const database = (await runner.connect()) as sqlite3.Database;
  /** Statements without parameters, several at once, in one trip to the thread pool. */
  const exec = (sql: string): Promise<void> =>
    new Promise((resolve, reject) => {
      database.exec(sql, (error) => (error ? reject(error) : resolve()));
    });
  return {
    manager,
    trouble: null,
    begin: () => exec('BEGIN IMMEDIATE; SAVEPOINT job'),
    // A statement that failed is undone alone; what the job did around it can be committed.
    judgeJob: () => undefined,
    nextJob: () => exec('RELEASE job; SAVEPOINT job'),
    undoJob: () => exec('ROLLBACK TO job'),
    commit: () => exec('RELEASE job; COMMIT'),
    rollback: () =>
      exec('ROLLBACK').catch((error: unknown) => {
        // SQLite gave up the transaction by itself: disk full, I/O error.
        if (!String(error).includes('no transaction is active')) throw error;
      }),
    lasting: LASTING,
    probe: async (trouble) => {
      if (trouble === 'full') await mustHaveRoom(dirname(String(source.options.database)));
      // Nobody waits for this one: it does not wait for a lock either, and keeps no thread.
      await exec('ROLLBACK').catch(() => undefined);
      await exec('PRAGMA busy_timeout = 0');
      try {
        // A number that nobody reads: the smallest change that has to be written and synced.
        await exec(`BEGIN IMMEDIATE; PRAGMA user_version = ${randomInt(2 ** 31)}; COMMIT`);
      } finally {
        await exec('ROLLBACK').catch(() => undefined);
        await exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
      }
    },
    refusalOf: inTroubleWords,
  };
}

/**
 * The first thing that is wrong with a file, table by table, on a connection of its own: each look
 * is short enough that the log of writes can be emptied in between.
 */
export async function sqliteDamage(file: string, signal: AbortSignal): Promise<string | null> {
  const connection = await openRawSqlite(file, sqlite3.OPEN_READONLY | sqlite3.OPEN_FULLMUTEX);
  const interrupt = () => connection.interrupt();
  signal.addEventListener('abort', interrupt);
  try {
    const tables = await connection.all<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0",
    );
    for (const { name } of tables) {
      signal.throwIfAborted();
      const quoted = name.replaceAll('"', '""');
      const [found] = await connection.all<{ quick_check: string }>(
        `PRAGMA quick_check("${quoted}")`,
      );
      if (found?.quick_check !== 'ok') return `table ${name}: ${firstLine(found?.quick_check)}`;
    }
    return null;
  } catch (error) {
    const trouble = troubleOf(error);
    if (trouble === 'corrupt' || trouble === 'not_a_database') return String(error);
    throw error;
  } finally {
    signal.removeEventListener('abort', interrupt);
    await connection.close();
  }
}

/** Under the heading that names the file. */
function firstLine(said = 'no answer'): string {
  return said.split('\n').find((line) => !line.startsWith('***')) ?? said;
}

/** Version of the SQLite library inside the driver. */
export async function sqliteVersion(): Promise<string> {
  const connection = await openRawSqlite(':memory:');
  await connection.close();
  return sqlite3.VERSION;
}

/** A bare connection, without TypeORM; for the data folder's lock. */
export interface RawConnection {
  exec(sql: string): Promise<void>;
  all<T>(sql: string): Promise<T[]>;
  /** Lets what runs fail at its next step. */
  interrupt(): void;
  close(): Promise<void>;
}

/** What the driver's online backup has and its types lack. */
interface OnlineBackup {
  readonly completed: boolean;
  readonly remaining: number;
  readonly pageCount: number;
  step(pages: number, done: (error: Error | null) => void): void;
  finish(done: () => void): void;
}
type BackingUp = sqlite3.Database & {
  backup(to: string, opened: (error: Error | null) => void): OnlineBackup;
};

/** Pages of one step: 1 MiB, so that others get the disk in between. */
const STEP_PAGES = 256;

/**
 * Copies a database that others write to, by the driver's online backup. Its connection holds one
 * state of the database, so that no write makes it begin anew.
 * @param afterStep - told how many pages are done; waits as long as it likes
 */
export async function copySqliteHot(
  from: string,
  to: string,
  afterStep: (done: number, pages: number) => Promise<void>,
): Promise<void> {
  const mode = sqlite3.OPEN_READONLY | sqlite3.OPEN_FULLMUTEX;
  const database = await new Promise<sqlite3.Database>((resolve, reject) => {
    const opened = new sqlite3.Database(from, mode, (error) =>
      error ? reject(error) : resolve(opened),
    );
  });
  const settle = (run: (done: (error: Error | null) => void) => void) =>
    new Promise<void>((resolve, reject) => run((error) => (error ? reject(error) : resolve())));
  try {
    // The state is fixed by the first read of a transaction.
    await settle((done) => database.exec('BEGIN; SELECT COUNT(*) FROM sqlite_master', done));
    let backup: OnlineBackup | undefined;
    await settle((done) => {
      backup = (database as BackingUp).backup(to, done);
    });
    if (!backup) throw new Error('the driver makes no backup');
    const running = backup;
    try {
      while (!running.completed) {
        await settle((done) => running.step(STEP_PAGES, done));
        await afterStep(running.pageCount - running.remaining, running.pageCount);
      }
    } finally {
      await new Promise<void>((resolve) => running.finish(resolve));
    }
  } finally {
    await settle((done) => database.close(done));
  }
}

export async function openRawSqlite(
  file: string,
  mode = sqlite3.OPEN_READWRITE | sqlite3.OPEN_CREATE | sqlite3.OPEN_FULLMUTEX,
): Promise<RawConnection> {
  const database = await new Promise<sqlite3.Database>((resolve, reject) => {
    const opened = new sqlite3.Database(file, mode, (error) =>
      error ? reject(error) : resolve(opened),
    );
  });
  const settle = (run: (done: (error: Error | null) => void) => void) =>
    new Promise<void>((resolve, reject) => run((error) => (error ? reject(error) : resolve())));
  return {
    exec: (sql) => settle((done) => database.exec(sql, done)),
    all: <T>(sql: string) =>
      new Promise<T[]>((resolve, reject) =>
        database.all<T>(sql, (error, rows) => (error ? reject(error) : resolve(rows))),
      ),
    interrupt: () => database.interrupt(),
    close: () => settle((done) => database.close(done)),
  };
}
