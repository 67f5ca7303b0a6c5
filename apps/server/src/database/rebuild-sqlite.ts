import { closeSync, openSync, renameSync, rmSync } from 'node:fs';
import { DataFolderLock } from './data-folder-lock.js';
import { openRawSqlite, type RawConnection } from './sqlite.driver.js';

interface Part {
  readonly type: 'table' | 'index' | 'trigger' | 'view';
  readonly name: string;
  readonly sql: string;
}

/**
 * Makes a damaged file anew from the rows of its tables, with all indexes built from them. REINDEX
 * and VACUUM cannot do that: both walk through the damaged pages. Nothing takes its place unless
 * every row could be read and the new file is whole; the damaged one is kept beside it.
 * @returns where the damaged file is now
 * @throws what SQLite says where a table itself is damaged; then nothing is written
 */
export async function rebuildSqlite(dataDir: string, file: string, now: number): Promise<string> {
  const lock = await DataFolderLock.acquire(dataDir);
  const rebuilt = `${file}.rebuilt`;
  try {
    discard(rebuilt);
    closeSync(openSync(rebuilt, 'wx', 0o600));
    await copyRows(file, rebuilt);
    const kept = `${file}.damaged-${new Date(now).toISOString().replaceAll(':', '')}`;
    for (const end of ['', '-wal', '-shm']) moveIfThere(`${file}${end}`, `${kept}${end}`);
    renameSync(rebuilt, file);
    return kept;
  } finally {
    discard(rebuilt);
    await lock.release();
  }
}

async function copyRows(damaged: string, rebuilt: string): Promise<void> {
  const connection = await openRawSqlite(rebuilt);
  try {
    await connection.exec(`ATTACH '${damaged.replaceAll("'", "''")}' AS damaged`);
    const parts = await connection.all<Part>(
      'SELECT type, name, sql FROM damaged.sqlite_master WHERE sql IS NOT NULL',
    );
    const own = parts.filter(({ name }) => !name.startsWith('sqlite_'));
    await connection.exec('BEGIN');
    for (const { sql } of own.filter(({ type }) => type === 'table')) await connection.exec(sql);
    for (const { name } of own.filter(({ type }) => type === 'table')) {
      // In the order of the rows: that is read from the table and from nothing else.
      await fill(connection, quoted(name), 'NOT INDEXED ORDER BY rowid');
    }
    if (parts.some(({ name }) => name === 'sqlite_sequence')) {
      await connection.exec('DELETE FROM main.sqlite_sequence');
      await fill(connection, 'sqlite_sequence', '');
    }
    for (const { sql } of own.filter(({ type }) => type !== 'table')) await connection.exec(sql);
    await connection.exec('COMMIT');
    const [check] = await connection.all<{ integrity_check: string }>(
      'PRAGMA main.integrity_check(1)',
    );
    if (check?.integrity_check !== 'ok') throw new Error(check?.integrity_check ?? 'no answer');
  } finally {
    await connection.close();
  }
}

const fill = (connection: RawConnection, table: string, how: string): Promise<void> =>
  connection.exec(`INSERT INTO main.${table} SELECT * FROM damaged.${table} ${how}`);

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

function moveIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function discard(file: string): void {
  for (const end of ['', '-journal', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
}
