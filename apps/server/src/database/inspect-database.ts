import { statSync } from 'node:fs';
import type { DataSource } from 'typeorm';
import type { AppConfig } from '../config/index.js';
import { compare, type DatabaseFacts } from './database-facts.js';
import { DataFolderLock } from './data-folder-lock.js';
import { troubleOf } from './database-trouble.js';
import { inStartWords } from './start-words.js';
import type { DatabaseConfig, Schema } from './opening.js';
import { sqliteReadSource } from './sqlite.driver.js';

/**
 * Looks at a database without changing it; for the time when no server has it open.
 * @throws StartupError when another process holds the data folder or the database, or when a
 *   PostgreSQL server cannot be reached
 */
export async function inspectDatabase(
  { dataDir, database }: DatabaseConfig,
  { migrations }: Pick<Schema, 'migrations'>,
): Promise<DatabaseFacts> {
  const known = migrations.map(({ name }) => name);
  const lock = await DataFolderLock.acquire(dataDir);
  try {
    if (database.type === 'sqlite') return await inspectFile(database, known);
    const { inspectPostgres } = await import('./inspect-postgres.js');
    return await inspectPostgres(database.url, known);
  } finally {
    await lock.release();
  }
}

async function inspectFile(
  { file }: Extract<AppConfig['database'], { type: 'sqlite' }>,
  known: readonly string[],
): Promise<DatabaseFacts> {
  const source = sqliteReadSource(file, { entities: [] });
  const bytes = statSync(file).size;
  try {
    await source.initialize();
    const damage = await damageOf(source);
    const rows: { name: string }[] = await source.query('SELECT name FROM migrations');
    return { damage, warning: null, ...compare(known, rows), bytes };
  } catch (error) {
    const trouble = troubleOf(error);
    // Full, locked, unreadable: it says nothing about the data.
    if (trouble && trouble !== 'corrupt' && trouble !== 'not_a_database') {
      throw inStartWords(error, file);
    }
    const damage = error instanceof Error ? error.message : String(error);
    return { damage, warning: null, pending: [], unreleased: [], newer: [], bytes };
  } finally {
    if (source.isInitialized) await source.destroy();
  }
}

async function damageOf(source: DataSource): Promise<string | null> {
  const [check]: { quick_check: string }[] = await source.query('PRAGMA quick_check(1)');
  return check?.quick_check === 'ok' ? null : (check?.quick_check ?? 'no answer');
}
