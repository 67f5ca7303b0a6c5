import type { Clock } from '@kenny/kernel';
import type { Type } from '@nestjs/common';
import type {
  DataSource,
  EntityManager,
  MigrationInterface,
  QueryResult,
  QueryRunner,
} from 'typeorm';
import { KennyError, StartupError } from '../kernel/index.js';
import { type DatabaseTrouble, inTroubleWords, troubleOf } from './database-trouble.js';
import { Reads } from './reads.js';

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
  try {
    return await source.initialize();
  } catch (cause) {
    if (source.isInitialized) await source.destroy().catch(() => undefined);
    // The database's own trouble is put in words by `openDatabase`.
    if (troubleOf(cause) !== undefined) throw cause;
    throw new StartupError(`The database ${shown} cannot be opened: ${String(cause)}`, { cause });
  }
}

/** Older code on a newer schema would write rows the newer code cannot trust. */
export async function refuseNewerSchema(source: DataSource, shown: string): Promise<void> {
  const known = new Set(source.migrations.map(({ name, constructor }) => name ?? constructor.name));
  const rows: { name: string }[] = await source.query('SELECT name FROM migrations');
  const foreign = rows.map(({ name }) => name).filter((name) => !known.has(name));
  if (foreign.length === 0) return;
  throw new StartupError(
    `The database ${shown} was written by a newer version of kenny (${foreign.join(', ')}); ` +
      'start that version, or restore a backup.',
  );
}
