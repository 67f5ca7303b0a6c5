import { join } from 'node:path';
import { SERVER_FILES } from '@kenny/contract';
import { DataFolderLock } from '../src/database/data-folder-lock.js';
import { openRawSqlite } from '../src/database/sqlite.driver.js';

/** Holds a data folder until it is killed, as this version does or as `older` ones do. */
const [dataDir = '', version] = process.argv.slice(2);

if (version === 'older') {
  const connection = await openRawSqlite(join(dataDir, SERVER_FILES.lock));
  await connection.exec('BEGIN EXCLUSIVE');
} else {
  await DataFolderLock.acquire(dataDir);
}
process.stdout.write('held\n');
setInterval(() => undefined, 60_000);
