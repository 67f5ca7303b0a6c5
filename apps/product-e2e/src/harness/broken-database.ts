import { SERVER_FILES } from '@kenny/contract';
import { openSync, closeSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import sqlite3 from 'sqlite3';

type Row = Record<string, number | undefined>;

/** Damages the database file of a data folder that no server has open. */
export class BrokenDatabase {
  private constructor(
    private readonly file: string,
    private readonly pageSize: number,
    private readonly pages: number,
    private readonly roots: ReadonlyMap<string, number>,
  ) {}

  static async of(dataDir: string): Promise<BrokenDatabase> {
    const file = join(dataDir, SERVER_FILES.database);
    const size = (await rowsOf<Row>(file, 'PRAGMA page_size'))[0]?.['page_size'];
    const pages = (await rowsOf<Row>(file, 'PRAGMA page_count'))[0]?.['page_count'];
    const roots = await rowsOf<{ name: string; rootpage: number }>(
      file,
      'SELECT name, rootpage FROM sqlite_master WHERE rootpage > 0',
    );
    if (size === undefined || pages === undefined) throw new Error(`${file} tells no sizes`);
    return new BrokenDatabase(
      file,
      size,
      pages,
      new Map(roots.map(({ name, rootpage }) => [name, rootpage])),
    );
  }

  zeroPage(page: number): void {
    const handle = openSync(this.file, 'r+');
    writeSync(handle, Buffer.alloc(this.pageSize), 0, this.pageSize, (page - 1) * this.pageSize);
    closeSync(handle);
  }

  zeroLastPage(): void {
    this.zeroPage(this.pages);
  }

  /** The page a table or an index begins with. */
  zeroRoot(name: string): void {
    const page = this.roots.get(name);
    if (page === undefined) throw new Error(`there is no table or index ${name}`);
    this.zeroPage(page);
  }

  halve(): void {
    truncateSync(this.file, Math.floor(this.pages / 2) * this.pageSize);
  }
}

/** Opened and closed again, so that nothing of it lies beside the file. */
export async function rowsOf<T>(file: string, sql: string): Promise<T[]> {
  const database = new sqlite3.Database(file);
  try {
    return await new Promise<T[]>((resolve, reject) => {
      database.all<T>(sql, (error, rows) => (error ? reject(error) : resolve(rows)));
    });
  } finally {
    await new Promise<void>((resolve) => database.close(() => resolve()));
  }
}
