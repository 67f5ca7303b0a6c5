import { closeSync, openSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { SERVER_FILES } from '@kenny/contract';
import { StartupError } from '../kernel/index.js';
import { openRawSqlite, type RawConnection } from './sqlite.driver.js';

/**
 * Nothing is ever stored in the lock's file, so that it can be taken on a full disk: with its
 * journal in memory, `BEGIN EXCLUSIVE` is a lock of the operating system and not one byte more.
 */
const TAKE = 'PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE';

/**
 * One process per data folder (D2): `lock.sqlite` is held by an open `BEGIN EXCLUSIVE`. The
 * operating system frees it when the process ends, however it ends.
 */
export class DataFolderLock {
  private constructor(private readonly connection: RawConnection) {}

  /** @throws StartupError that names the folder when another process holds it. */
  static async acquire(dataDir: string): Promise<DataFolderLock> {
    const file = join(dataDir, SERVER_FILES.lock);
    try {
      createPrivate(file);
      return new DataFolderLock(await take(file));
    } catch (cause) {
      throw refusal(dataDir, file, cause);
    }
  }

  async release(): Promise<void> {
    await this.connection.close();
  }
}

/** Never opened again when it is there: closing it would give back a lock this process holds. */
function createPrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (!String(error).includes('EEXIST')) throw error;
  }
}

async function take(file: string): Promise<RawConnection> {
  try {
    return await locked(file);
  } catch (error) {
    if (!/SQLITE_(NOTADB|CORRUPT)/.test(String(error))) throw error;
    // Somebody who holds it would have been met first: this is rubbish, and nobody's.
    truncateSync(file);
    return locked(file);
  }
}

async function locked(file: string): Promise<RawConnection> {
  const connection = await openRawSqlite(file);
  try {
    await connection.exec(TAKE);
    return connection;
  } catch (error) {
    await connection.close();
    throw error;
  }
}

function refusal(dataDir: string, file: string, cause: unknown): StartupError {
  const words = String(cause).includes('SQLITE_BUSY')
    ? `The data folder ${dataDir} is in use by another kenny process; stop that one first, ` +
      'or set KENNY_DATA_DIR to another folder.'
    : `The data folder ${dataDir} cannot be locked: ${String(cause)}. Is there room on the disk, ` +
      `and may this user write ${file}? It holds nothing: delete it while no kenny runs.`;
  return new StartupError(words, { cause });
}
