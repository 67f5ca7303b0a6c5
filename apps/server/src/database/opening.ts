import type { Clock } from '@kenny/kernel';
import type { Type } from '@nestjs/common';
import type {
  DataSource,
  EntityManager,
  MigrationInterface,
  QueryResult,
  QueryRunner,
} from 'typeorm';
import type { AppConfig } from '../config/index.js';
import { KennyError, StartupError } from '../kernel/index.js';
import { compare, DEVELOPMENT_VERSION } from './database-facts.js';
import { type DatabaseTrouble, inTroubleWords, troubleOf } from './database-trouble.js';
import { Reads } from './reads.js';

export type DatabaseConfig = Pick<AppConfig, 'dataDir' | 'database'>;

/** What the database consists of: every module adds its classes to `schema.ts`. */
export interface Schema {
  readonly entities: readonly Type<object>[];
  readonly migrations: readonly Type<MigrationInterface>[];
}

type TroubleListener = (trouble: DatabaseTrouble, cause: unknown) => void;

/** What both engines are opened with. */
export interface Opening {
  readonly schema: { entities: Type<object>[]; migrations: Type<MigrationInterface>[] };
  readonly clock: Clock;
  /** Only for a database that has run some; what it throws prevents the others. */
  readonly beforeMigrations?: (pending: readonly string[]) => Promise<void> | void;
}

export class DataSourceReads extends Reads {
  constructor(override readonly manager: EntityManager) {
    super();
  }
}

/**
 * Whoever asks through them hears in words what keeps the database from its answer.
 * @param onTrouble - hears of every statement that failed by that
 */
export function readsInWords({ driver, manager }: DataSource, onTrouble: TroubleListener): Reads {
  const create = driver.createQueryRunner.bind(driver);
  // SQLite has one runner for everybody, PostgreSQL one for each statement.
  const told = new WeakSet<QueryRunner>();
  driver.createQueryRunner = (mode) => {
    const runner = create(mode);
    if (told.has(runner)) return runner;
    told.add(runner);
    const query = runner.query.bind(runner) as (...args: unknown[]) => Promise<QueryResult>;
    runner.query = (...args: unknown[]) =>
      query(...args).catch((cause: unknown) => {
        const trouble = cause instanceof KennyError ? undefined : troubleOf(cause);
        if (trouble) onTrouble(trouble, cause);
        throw inTroubleWords(cause);
      });
    return runner;
  };
  return new DataSourceReads(manager);
}

/** @param shown - what the operator knows the database by */
export async function initialized(source: DataSource, shown: string): Promise<DataSource> {
  return orClosed(source, shown, () => source.initialize());
}

/**
 * The writing end, its schema brought up to date.
 * @param shown - what the operator knows the database by
 * @throws StartupError for a schema that this version cannot bring up to date
 */
export async function upToDate(
  source: DataSource,
  shown: string,
  before?: Opening['beforeMigrations'],
): Promise<DataSource> {
  return orClosed(source, shown, async () => {
    await source.initialize();
    const applied = await appliedIn(source);
    const pending = pendingIn(source, shown, applied);
    if (applied.length > 0 && pending.length > 0) await before?.(pending);
    await source.runMigrations();
    const missing = await missingColumn(source);
    if (missing !== null) throw madeInDevelopment(shown, `missing: ${missing}`);
    return source;
  });
}

async function orClosed(
  source: DataSource,
  shown: string,
  open: () => Promise<DataSource>,
): Promise<DataSource> {
  try {
    return await open();
  } catch (cause) {
    if (source.isInitialized) await source.destroy().catch(() => undefined);
    // The database's own trouble is put in words by `openDatabase`.
    if (cause instanceof StartupError || troubleOf(cause) !== undefined) throw cause;
    throw new StartupError(`The database ${shown} cannot be opened: ${String(cause)}`, { cause });
  }
}

/** @throws StartupError when others than this version's have run */
function pendingIn(
  source: DataSource,
  shown: string,
  applied: readonly { name: string }[],
): readonly string[] {
  const known = source.migrations.map(({ name, constructor }) => name ?? constructor.name);
  const { unreleased, newer, pending } = compare(known, applied);
  if (newer.length > 0) {
    throw new StartupError(
      `The database ${shown} was written by a newer version of kenny (${newer.join(', ')}). ` +
        'Start that version, or restore a backup.',
    );
  }
  if (unreleased.length > 0) throw madeInDevelopment(shown, `last change: ${unreleased.at(-1)}`);
  return pending;
}

/** None in a new database. */
async function appliedIn(source: DataSource): Promise<{ name: string }[]> {
  const runner = source.createQueryRunner();
  try {
    return (await runner.hasTable('migrations'))
      ? await source.query('SELECT name FROM migrations')
      : [];
  } finally {
    await runner.release();
  }
}

function madeInDevelopment(shown: string, why: string): StartupError {
  const { what, next } = DEVELOPMENT_VERSION;
  return new StartupError(`The database ${shown} was ${what} (${why}). ${next}`);
}

/**
 * The first column that an entity has and its table has not; null when there is none. Development
 * versions changed migrations that databases had already run.
 */
async function missingColumn({ entityMetadatas, driver, manager }: DataSource) {
  for (const { tableName, columns } of entityMetadatas) {
    const escaped = (name: string) => driver.escape(name);
    const from = escaped(tableName);
    const names = columns.map(({ databaseName }) => databaseName);
    // With the table's name before it: SQLite takes an unknown name in quotes for a text.
    const read = (some: readonly string[]) =>
      manager.query(
        `SELECT ${some.map((name) => `${from}.${escaped(name)}`).join(', ')} FROM ${from} LIMIT 0`,
      );
    const isRead = (some: readonly string[]) => read(some).then(yes, unlessTrouble);
    if (await isRead(names)) continue;
    for (const name of names) if (!(await isRead([name]))) return `${tableName}.${name}`;
  }
  return null;
}

const yes = (): boolean => true;

/** @throws what keeps the database from answering at all */
function unlessTrouble(cause: unknown): boolean {
  if (troubleOf(cause) !== undefined) throw cause;
  return false;
}
