import { statSync } from 'node:fs';
import type { DataSource } from 'typeorm';
import type { AppConfig } from '../config/index.js';
import { DataFolderLock } from './data-folder-lock.js';
import type { Schema } from './open-database.js';
import { sqliteReadSource } from './sqlite.driver.js';

export interface DatabaseFacts {
  /** The first thing SQLite finds wrong with the file; null when it is whole. */
  readonly damage: string | null;
  /** Migrations that the next start runs. */
  readonly pending: readonly string[];
  /** Migrations of a newer kenny. */
  readonly newer: readonly string[];
  readonly bytes: number;
}

/**
 * Looks at a database without changing it; for the time when no server has it open.
 * @throws StartupError when another process holds the data folder.
 */
export async function inspectDatabase(
  {
    dataDir,
    database,
  }: { dataDir: string; database: Extract<AppConfig['database'], { type: 'sqlite' }> },
  { migrations }: Pick<Schema, 'migrations'>,
): Promise<DatabaseFacts> {
  const lock = await DataFolderLock.acquire(dataDir);
  const source = sqliteReadSource(database.file, { entities: [] });
  const bytes = statSync(database.file).size;
  try {
    await source.initialize();
    return { ...(await look(source, migrations)), bytes };
  } catch (error) {
    return {
      damage: error instanceof Error ? error.message : String(error),
      pending: [],
      newer: [],
      bytes,
    };
  } finally {
    if (source.isInitialized) await source.destroy();
    await lock.release();
  }
}

async function look(
  source: DataSource,
  migrations: Schema['migrations'],
): Promise<Omit<DatabaseFacts, 'bytes'>> {
  const [check]: { quick_check: string }[] = await source.query('PRAGMA quick_check(1)');
  const damage = check?.quick_check === 'ok' ? null : (check?.quick_check ?? 'no answer');
  const known = migrations.map(({ name }) => name);
  const rows: { name: string }[] = await source.query('SELECT name FROM migrations');
  const applied = new Set(rows.map(({ name }) => name));
  return {
    damage,
    pending: known.filter((name) => !applied.has(name)),
    newer: [...applied].filter((name) => !known.includes(name)),
  };
}
