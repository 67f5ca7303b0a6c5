import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Clock } from '@kenny/kernel';
import { dataFolderId, postgresPlace, type AppConfig } from '../../config/index.js';
import { StartupError } from '../../kernel/index.js';
import { upToDate, type Opening } from '../opening.js';
import { sqliteWriteConnection, sqliteWriteSource } from '../sqlite.driver.js';
import type { WriteConnection } from '../write-connection.js';

type Place = AppConfig['database'];

/** A database that is being filled, and that nobody sees before it is whole. */
export interface CopyTarget {
  readonly connection: WriteConnection;
  /** Its transaction may be committed in steps: what is there counts only after `finish`. */
  readonly inSteps: boolean;
  /** Makes everything visible; the last step. */
  finish(): Promise<void>;
  /** Leaves nothing behind; also after `finish`, which it does not undo. */
  close(): Promise<void>;
}

export interface TargetOptions {
  readonly place: Place;
  readonly dataDir: string;
  readonly schema: Opening['schema'];
  readonly clock: Clock;
}

/** Opens the place with its tables made. @throws StartupError in words the operator can act on */
export function openTarget({ place, ...rest }: TargetOptions): Promise<CopyTarget> {
  return place.type === 'sqlite' ? fileTarget(place.file, rest) : serverTarget(place.url, rest);
}

type Rest = Omit<TargetOptions, 'place'>;

/** Filled under another name, which is changed when it is whole. */
async function fileTarget(file: string, { schema }: Rest): Promise<CopyTarget> {
  if (existsSync(file)) {
    throw new StartupError(`${file} already exists and is not overwritten. Move it away first.`);
  }
  const draft = `${file}.copying`;
  const remove = (): void => {
    for (const path of [draft, `${draft}-wal`, `${draft}-shm`]) rmSync(path, { force: true });
  };
  remove();
  closeSync(openSync(draft, 'wx', 0o600));
  const source = await upToDate(sqliteWriteSource(draft, schema), file);
  const connection = await sqliteWriteConnection(source);
  const close = async (): Promise<void> => {
    if (source.isInitialized) await source.destroy();
  };
  return {
    connection,
    inSteps: true,
    finish: async () => {
      // Closing takes what is still in the log over into the file.
      await close();
      flush(draft);
      renameSync(draft, file);
      if (process.platform !== 'win32') flush(dirname(file));
    },
    close: async () => {
      await close();
      remove();
    },
  };
}

/** Filled in one transaction. */
async function serverTarget(url: string, { dataDir, schema, clock }: Rest): Promise<CopyTarget> {
  const place = postgresPlace(url);
  const { PostgresLane } = await import('../postgres-lane.js');
  const { PostgresLease } = await import('../postgres-lease.js');
  const { openManagedPostgres, postgresWriteSource } = await import('../postgres.driver.js');
  const lease = await PostgresLease.acquire(place, dataFolderId(dataDir), clock);
  try {
    const source = await upToDate(postgresWriteSource(place, schema, 1), place.shown);
    const lane = new PostgresLane('copy', () => openManagedPostgres(source), lease, clock);
    await lane.start();
    return {
      connection: lane,
      inSteps: false,
      finish: () => Promise.resolve(),
      close: async () => {
        await lane.close();
        await source.destroy();
        await lease.release();
      },
    };
  } catch (error) {
    await lease.release();
    throw error;
  }
}

function flush(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
