import { postgresPlace } from '../../config/index.js';
import type { EntityManager } from 'typeorm';
import { initialized, type Opening } from '../opening.js';
import { openManagedPostgres, openRawPostgres, postgresReadSource } from '../postgres.driver.js';
import type { SnapshotWork } from '../snapshots.js';
import { copyRows } from './copy-rows.js';
import { openTarget } from './copy-target.js';
import { countRows, tablesAsIn } from './tables.js';

/** Nobody watches this connection for silence: a statement that is not answered ends by its own limit. */
const UNWATCHED = { silence: null, onLost: () => undefined };

/**
 * Every row of one moment: a transaction that sees nothing of what is committed after its begin. The
 * file has the schema of the database, also when that is older than this program.
 */
export async function postgresSnapshot(
  url: string,
  file: string,
  { schema, clock }: Opening,
  { onProgress, signal }: SnapshotWork,
): Promise<void> {
  const place = postgresPlace(url);
  const source = await initialized(postgresReadSource(place, schema, UNWATCHED), place.shown);
  try {
    const original = await openManagedPostgres(source);
    try {
      await original.execute('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const target = await openTarget({
        place: { type: 'sqlite', file },
        dataDir: '',
        schema: await schemaOf(original.manager, schema),
        clock,
      });
      try {
        const { connection, inSteps } = target;
        const tables = await tablesAsIn(connection.manager, original.manager);
        await connection.begin();
        for (const [index, table] of tables.entries()) {
          const total = await countRows(original.manager, table.name);
          await copyRows(table, {
            from: original.manager,
            to: connection,
            inSteps,
            onRows: async (done) => {
              signal.throwIfAborted();
              await onProgress((index + Math.min(1, done / Math.max(1, total))) / tables.length);
            },
          });
          const copied = await countRows(connection.manager, table.name);
          if (copied !== total) throw new Error(`of ${total} rows of ${table.name} ${copied} came`);
        }
        await connection.commit();
        await target.finish();
      } finally {
        await target.close();
      }
    } finally {
      await original.discard();
    }
  } finally {
    await source.destroy();
  }
}

/** What has run there, without the classes of tables that may not be there yet. */
async function schemaOf(
  original: EntityManager,
  { migrations }: Opening['schema'],
): Promise<Opening['schema']> {
  const rows = await original.query<{ name: string }[]>('SELECT name FROM migrations');
  const applied = new Set(rows.map(({ name }) => name));
  return { entities: [], migrations: migrations.filter(({ name }) => applied.has(name)) };
}

/** SQLite needs about as much. */
export async function postgresBytes(url: string): Promise<number> {
  const client = await openRawPostgres(postgresPlace(url));
  try {
    const answer = await client.query<{ bytes: string }>(
      'SELECT COALESCE(SUM(pg_total_relation_size(c.oid)), 0) AS bytes FROM pg_class c ' +
        "WHERE c.relkind = 'r' AND c.relnamespace = to_regnamespace(current_schema())",
    );
    return Number(answer.rows[0]?.bytes ?? 0);
  } finally {
    await client.discard();
  }
}
