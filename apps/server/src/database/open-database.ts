import { type Clock, faultPoint } from '@kenny/kernel';
import { prepareDataFolder } from '../config/index.js';
import { DataFolderLock } from './data-folder-lock.js';
import type { IntegrityWatch } from './integrity-watch.js';
import type { openPostgres } from './open-postgres.js';
import { openSqlite } from './open-sqlite.js';
import type { DatabaseConfig, Schema } from './opening.js';
import { inStartWords, shownDatabase } from './start-words.js';
import type { Reads } from './reads.js';
import { snapshotsOf } from './engine-snapshots.js';
import type { BeforeMigrations, Snapshots } from './snapshots.js';
import type { Writer } from './writer.js';

export type { DatabaseConfig, Schema } from './opening.js';

export interface OpenDatabase {
  readonly writer: Writer;
  readonly reads: Reads;
  readonly integrity: IntegrityWatch;
  readonly snapshots: Snapshots;
  /** Settles waiting writes, then closes every connection and frees the folder. */
  close(): Promise<void>;
}

/**
 * Prepares the data folder, takes its lock, brings the schema up to date and opens both ends.
 * The server and the commands that work without it go through here.
 * @param before - called before the first migration of a database of an earlier version
 * @throws StartupError in words the operator can act on.
 */
export async function openDatabase(
  { dataDir, database }: DatabaseConfig,
  { entities, migrations }: Schema,
  clock: Clock,
  before?: BeforeMigrations,
): Promise<OpenDatabase> {
  prepareDataFolder(dataDir);
  faultPoint('server.folder_prepared');
  const lock = await DataFolderLock.acquire(dataDir);
  faultPoint('server.folder_locked');
  const closing: (() => Promise<void>)[] = [() => lock.release()];
  const closeLater = (close: () => Promise<void>): void => void closing.push(close);
  // One that fails must not keep the others, above all the lock.
  const closeAll = async (): Promise<void> => {
    const failed: unknown[] = [];
    for (const close of closing.splice(0).reverse()) {
      await close().catch((error: unknown) => failed.push(error));
    }
    if (failed.length > 0) throw failed[0];
  };
  try {
    const opening = { schema: { entities: [...entities], migrations: [...migrations] }, clock };
    const snapshots = snapshotsOf({ database }, opening);
    const beforeMigrations = (pending: readonly string[]) => before?.(snapshots, pending);
    const opened =
      database.type === 'sqlite'
        ? await openSqlite({ ...opening, beforeMigrations, file: database.file }, closeLater)
        : await openOnPostgres(
            { ...opening, beforeMigrations, url: database.url, dataDir },
            closeLater,
          );
    faultPoint('server.database_open');
    let closed: Promise<void> | undefined;
    return { ...opened, snapshots, close: () => (closed ??= closeAll()) };
  } catch (error) {
    // Why it cannot be opened matters more than how it closes.
    await closeAll().catch(() => undefined);
    throw inStartWords(error, shownDatabase(database));
  }
}

/** Loaded late: who uses SQLite need not load the other driver. */
async function openOnPostgres(...args: Parameters<typeof openPostgres>) {
  const postgres = await import('./open-postgres.js');
  return postgres.openPostgres(...args);
}
