import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVER_FILES } from '@kenny/contract';
import { postgresPlace } from '../src/config/index.js';
import { openRawPostgres, type RawPostgres } from '../src/database/postgres.driver.js';
import { databaseIn } from './database-in.js';

/** The database of a data folder as it was, to be put back later: what a snapshot or a backup does. */
export interface KeptDatabase {
  /** While no server runs. */
  putBack(): Promise<void>;
}

/** While no server runs. */
export async function keepDatabase(dataDir: string): Promise<KeptDatabase> {
  const { database } = databaseIn(dataDir);
  if (database.type === 'postgres') return keepSchema(database.url);
  const copy = `${dataDir}-copy`;
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  for (const file of filesOf(dataDir)) cpSync(join(dataDir, file), join(copy, file));
  return {
    putBack: () => {
      for (const file of filesOf(dataDir)) rmSync(join(dataDir, file));
      cpSync(copy, dataDir, { recursive: true });
      return Promise.resolve();
    },
  };
}

async function keepSchema(url: string): Promise<KeptDatabase> {
  const { schema } = postgresPlace(url);
  if (schema === null) throw new Error('a test has a schema of its own');
  const kept = `${schema}_kept`;
  await withPostgres(url, async (postgres) => {
    await postgres.query(`DROP SCHEMA IF EXISTS ${kept} CASCADE`);
    await postgres.query(`CREATE SCHEMA ${kept}`);
    for (const table of await tablesOf(postgres, schema)) {
      await postgres.query(`CREATE TABLE ${kept}."${table}" AS TABLE ${schema}."${table}"`);
    }
  });
  return {
    putBack: () =>
      withPostgres(url, async (postgres) => {
        // Neither foreign keys nor the audit log's triggers: the files would not ask either.
        await postgres.query('SET session_replication_role = replica');
        for (const table of await tablesOf(postgres, schema)) {
          const ours = `${schema}."${table}"`;
          await postgres.query(`DELETE FROM ${ours}`);
          await postgres.query(
            `INSERT INTO ${ours} OVERRIDING SYSTEM VALUE SELECT * FROM ${kept}."${table}"`,
          );
        }
      }),
  };
}

async function withPostgres(
  url: string,
  work: (postgres: RawPostgres) => Promise<void>,
): Promise<void> {
  const postgres = await openRawPostgres(postgresPlace(url));
  try {
    await work(postgres);
  } finally {
    await postgres.discard();
  }
}

async function tablesOf(postgres: RawPostgres, schema: string): Promise<string[]> {
  const { rows } = await postgres.query<{ tablename: string }>(
    'SELECT tablename FROM pg_tables WHERE schemaname = $1',
    [schema],
  );
  return rows.map(({ tablename }) => tablename);
}

/** Leaves nothing of the database but its place. To be called while no server runs. */
export function emptyDatabase(dataDir: string): () => Promise<void> {
  const { database } = databaseIn(dataDir);
  return async () => {
    if (database.type === 'sqlite') {
      for (const file of filesOf(dataDir)) rmSync(join(dataDir, file));
      writeFileSync(database.file, '');
      return;
    }
    const { schema } = postgresPlace(database.url);
    await withPostgres(database.url, async (postgres) => {
      await postgres.query(`DROP SCHEMA ${schema} CASCADE`);
    });
  };
}

function filesOf(dataDir: string): string[] {
  return readdirSync(dataDir).filter((file) => file.startsWith(SERVER_FILES.database));
}
