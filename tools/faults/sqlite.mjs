import { once } from 'node:events';
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import sqlite3 from 'sqlite3';

/** Another program's connection to the file, for as long as the work takes. */
export async function openSqlite(file, work) {
  const db = new sqlite3.Database(file);
  await once(db, 'open');
  db.configure('busyTimeout', 10_000);
  try {
    return await work({
      run: promisify(db.run.bind(db)),
      all: promisify(db.all.bind(db)),
    });
  } finally {
    await promisify(db.close.bind(db))();
  }
}

/** Nobody else can write meanwhile; readers can. */
export function whileLocked(file, work) {
  return openSqlite(file, async (db) => {
    await db.run('BEGIN EXCLUSIVE');
    try {
      return await work();
    } finally {
      await db.run('ROLLBACK');
    }
  });
}

/** The first page of a table or index, counted from 1. */
export async function rootPage(file, name) {
  const [found] = await openSqlite(file, (db) =>
    db.all('SELECT rootpage FROM sqlite_master WHERE name = ?', [name]),
  );
  if (!found) throw new Error(`there is no ${name} in ${file}`);
  return found.rootpage;
}

const PAGE_SIZE_AT = 16;

/** Overwrites one page with zeros, as a disk may. Nobody has the file open. */
export function zeroPage(file, page) {
  const handle = openSync(file, 'r+');
  try {
    const size = pageSizeOf(handle);
    const number = page === 'last' ? fstatSync(handle).size / size : page;
    writeSync(handle, Buffer.alloc(size), 0, size, (number - 1) * size);
  } finally {
    closeSync(handle);
  }
}

/** A byte-swapped 1 stands for 65,536. */
function pageSizeOf(handle) {
  const bytes = Buffer.alloc(2);
  readSync(handle, bytes, 0, 2, PAGE_SIZE_AT);
  const size = bytes.readUInt16BE();
  return size === 1 ? 65_536 : size;
}

/** All that is in the log goes to the file, so that the file alone is the database. */
export const checkpointed = (file) =>
  openSqlite(file, (db) => db.all('PRAGMA wal_checkpoint(TRUNCATE)'));
