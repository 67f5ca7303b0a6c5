import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';
import { GroupCommit } from './group-commit.js';
import { IntegrityWatch } from './integrity-watch.js';
import { initialized, readsInWords, refuseNewerSchema, type Opening } from './opening.js';
import {
  sqliteDamage,
  sqliteReadSource,
  sqliteWriteConnection,
  sqliteWriteSource,
} from './sqlite.driver.js';

/** Brings the file's schema up to date and opens both ends. The folder's lock is the caller's. */
export async function openSqlite(
  { file, schema, clock }: Opening & { readonly file: string },
  closeLater: (close: () => Promise<void>) => void,
) {
  makePrivate(file);
  const writing = await initialized(sqliteWriteSource(file, schema), file);
  closeLater(() => writing.destroy());
  await refuseNewerSchema(writing, file);
  const reading = await initialized(sqliteReadSource(file, schema), file);
  closeLater(() => reading.destroy());
  const writer = new GroupCommit(await sqliteWriteConnection(writing), clock);
  closeLater(() => writer.close());
  const integrity = new IntegrityWatch((signal) => sqliteDamage(file, signal), clock);
  closeLater(() => integrity.close());
  return { writer, reads: readsInWords(reading, integrity.ofReads), integrity };
}

/** SQLite gives `-wal` and `-shm` the mode of the file itself, so that one must be right first. */
function makePrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    if (existsSync(path)) chmodSync(path, 0o600);
  }
}
