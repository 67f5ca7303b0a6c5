import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';
import type { DataSource } from 'typeorm';
import { GroupCommit } from './group-commit.js';
import { IntegrityWatch } from './integrity-watch.js';
import { initialized, readsInWords, upToDate, type Opening } from './opening.js';
import {
  sqliteDamage,
  sqliteReadSource,
  sqliteWriteConnection,
  sqliteWriteSource,
} from './sqlite.driver.js';

/** Brings the file's schema up to date and opens both ends. The folder's lock is the caller's. */
export async function openSqlite(
  { file, schema, clock, beforeMigrations }: Opening & { readonly file: string },
  closeLater: (close: () => Promise<void>) => void,
) {
  makePrivate(file);
  const writing = await upToDate(sqliteWriteSource(file, schema), file, beforeMigrations);
  const reading = sqliteReadSource(file, schema);
  closeLater(() => closeBoth(writing, reading));
  await initialized(reading, file);
  const writer = new GroupCommit(await sqliteWriteConnection(writing), clock);
  closeLater(() => writer.close());
  const integrity = new IntegrityWatch((signal) => sqliteDamage(file, signal), clock);
  closeLater(() => integrity.close());
  return { writer, reads: readsInWords(reading, integrity.ofReads), integrity };
}

/**
 * The reading one last: it cannot remove `-wal` and `-shm`, and so they stay. A start on a full
 * disk could not make them again. All rows are in the file itself by then, for whoever copies only
 * that.
 */
async function closeBoth(writing: DataSource, reading: DataSource): Promise<void> {
  try {
    // On a full disk it fails, and what it would have moved stays in `-wal`: nothing is lost.
    await writing.query('PRAGMA wal_checkpoint(TRUNCATE)').catch(() => undefined);
    await writing.destroy();
  } finally {
    if (reading.isInitialized) await reading.destroy();
  }
}

/** SQLite gives `-wal` and `-shm` the mode of the file itself, so that one must be right first. */
function makePrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    if (existsSync(path)) chmodSync(path, 0o600);
  }
}
