import { closeSync, openSync, writeSync } from 'node:fs';
import { openRawSqlite } from '../src/database/sqlite.driver.js';

const PAGE = 4_096;

/** The first page of a table, or of its indexes, becomes zeros: a disk that forgets. */
export async function zeroPages(
  file: string,
  type: 'table' | 'index',
  table: string,
  name = '%',
): Promise<void> {
  const database = await openRawSqlite(file);
  await database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const pages = await database.all<{ rootpage: number }>(
    `SELECT rootpage FROM sqlite_master
     WHERE type = '${type}' AND tbl_name = '${table}' AND name LIKE '${name}'`,
  );
  await database.close();
  const handle = openSync(file, 'r+');
  for (const { rootpage } of pages) {
    writeSync(handle, Buffer.alloc(PAGE), 0, PAGE, (rootpage - 1) * PAGE);
  }
  closeSync(handle);
}
