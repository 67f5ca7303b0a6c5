import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { SERVER_FILES } from '@kenny/contract';
import { StartupError } from '../errors/index.js';
import { openRawSqlite, type RawConnection } from './sqlite.driver.js';

/**
 * One process per data folder (D2): `lock.sqlite` is held by an open `BEGIN EXCLUSIVE`. The
 * operating system frees it when the process ends, however it ends.
 */
export class DataFolderLock {
  private constructor(private readonly connection: RawConnection) {}

  /** @throws StartupError that names the folder when another process holds it. */
  static async acquire(dataDir: string): Promise<DataFolderLock> {
    const file = join(dataDir, SERVER_FILES.lock);
    closeSync(openSync(file, 'a', 0o600));
    const connection = await openRawSqlite(file);
    try {
      await connection.exec('BEGIN EXCLUSIVE');
      return new DataFolderLock(connection);
    } catch (cause) {
      await connection.close();
      const busy = String(cause).includes('SQLITE_BUSY');
      throw new StartupError(
        busy
          ? `The data folder ${dataDir} is in use by another kenny process; stop that one first, ` +
              'or set KENNY_DATA_DIR to another folder.'
          : `The data folder ${dataDir} cannot be locked: ${String(cause)}`,
        { cause },
      );
    }
  }

  async release(): Promise<void> {
    await this.connection.close();
  }
}
