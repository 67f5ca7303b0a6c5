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
import { compare } from './database-facts.js';
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

/** After the migrations: code on another schema than its own would write rows nobody can trust. */
export async function refuseOtherSchema(source: DataSource, shown: string): Promise<void> {
  const known = source.migrations.map(({ name, constructor }) => name ?? constructor.name);
  const { lacking, newer } = compare(known, await source.query('SELECT name FROM migrations'));
  if (newer.length > 0) {
    throw new StartupError(
      `The database ${shown} was written by a newer version of kenny (${newer.join(', ')}); ` +
        'start that version, or restore a backup.',
    );
  }
  if (lacking.length > 0) {
    throw new StartupError(
      `The database ${shown} is from a development version before 0.1.0 (without ` +
        `${lacking.join(', ')}). Begin with a new data folder, or start the last commit that has ` +
        'these migrations once.',
    );
  }
}
