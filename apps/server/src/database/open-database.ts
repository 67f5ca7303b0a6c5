import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';
import type { Clock } from '@kenny/contract';
import type { Type } from '@nestjs/common';
import type { DataSource, EntityManager, MigrationInterface } from 'typeorm';
import { prepareDataFolder, type AppConfig } from '../config/index.js';
import { StartupError } from '../errors/index.js';
import { DataFolderLock } from './data-folder-lock.js';
import { Reads } from './reads.js';
import { SqliteWriter } from './sqlite-writer.js';
import { sqliteReadSource, sqliteWriteConnection, sqliteWriteSource } from './sqlite.driver.js';
import type { Writer } from './writer.js';

/** What the database consists of: every module adds its classes to `schema.ts`. */
export interface Schema {
  readonly entities: readonly Type<object>[];
  readonly migrations: readonly Type<MigrationInterface>[];
}

export interface OpenDatabase {
  readonly writer: Writer;
  readonly reads: Reads;
  /** Settles waiting writes, then closes both connections and frees the folder. */
  close(): Promise<void>;
}

type DatabaseConfig = Pick<AppConfig, 'dataDir' | 'database'>;

/**
 * Prepares the data folder, takes its lock, brings the schema up to date and opens both ends.
 * The server and the commands that work without it go through here.
 * @throws StartupError in words the operator can act on.
 */
export async function openDatabase(
  config: DatabaseConfig,
  schema: Schema,
  clock: Clock,
): Promise<OpenDatabase> {
  if (config.database.type !== 'sqlite') {
    throw new StartupError(
      'KENNY_DATABASE_URL names a PostgreSQL server, which this version of kenny cannot use yet; ' +
        'remove the variable to use an SQLite file in the data folder.',
    );
  }
  prepareDataFolder(config.dataDir);
  const lock = await DataFolderLock.acquire(config.dataDir);
  const opened: DataSource[] = [];
  const closeAll = async (): Promise<void> => {
    for (const source of opened.reverse()) await source.destroy();
    await lock.release();
  };
  try {
    return await openSqlite(config.database.file, schema, clock, opened, closeAll);
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function openSqlite(
  file: string,
  { entities, migrations }: Schema,
  clock: Clock,
  opened: DataSource[],
  closeAll: () => Promise<void>,
): Promise<OpenDatabase> {
  makePrivate(file);
  const options = { entities: [...entities], migrations: [...migrations] };
  const writing = await open(sqliteWriteSource(file, options), file);
  opened.push(writing);
  await refuseNewerSchema(writing, file);
  const reading = await open(sqliteReadSource(file, options), file);
  opened.push(reading);
  const writer = new SqliteWriter(await sqliteWriteConnection(writing), clock);
  let closing: Promise<void> | undefined;
  return {
    writer,
    reads: new DataSourceReads(reading.manager),
    close: () => (closing ??= writer.close().then(closeAll)),
  };
}

class DataSourceReads extends Reads {
  constructor(override readonly manager: EntityManager) {
    super();
  }
}

/** SQLite gives `-wal` and `-shm` the mode of the file itself, so that one must be right first. */
function makePrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    if (existsSync(path)) chmodSync(path, 0o600);
  }
}

async function open(source: DataSource, file: string): Promise<DataSource> {
  try {
    return await source.initialize();
  } catch (cause) {
    if (source.isInitialized) await source.destroy();
    throw new StartupError(`The database ${file} cannot be opened: ${String(cause)}`, { cause });
  }
}

/** Older code on a newer schema would write rows the newer code cannot trust. */
async function refuseNewerSchema(source: DataSource, file: string): Promise<void> {
  const known = new Set(source.migrations.map(({ name, constructor }) => name ?? constructor.name));
  const rows: { name: string }[] = await source.query('SELECT name FROM migrations');
  const foreign = rows.map(({ name }) => name).filter((name) => !known.has(name));
  if (foreign.length === 0) return;
  throw new StartupError(
    `The database ${file} was written by a newer version of kenny (${foreign.join(', ')}); ` +
      'start that version, or restore a backup.',
  );
}
