import type { DataSource } from 'typeorm';

/**
 * What `amcheck` finds wrong with an index of ours, one after the other; null also where that
 * extension is not installed: PostgreSQL offers nothing else for a server that runs.
 */
export async function postgresDamage(
  source: DataSource,
  signal: AbortSignal,
): Promise<string | null> {
  const { manager } = source;
  const installed: unknown[] = await manager.query(
    "SELECT 1 FROM pg_extension WHERE extname = 'amcheck'",
  );
  if (installed.length === 0) return null;
  const indexes: { oid: number; name: string }[] = await manager.query(
    `SELECT c.oid, c.relname AS name FROM pg_class c JOIN pg_am a ON a.oid = c.relam
     WHERE c.relkind = 'i' AND a.amname = 'btree'
       AND c.relnamespace = to_regnamespace(current_schema())`,
  );
  for (const { oid, name } of indexes) {
    signal.throwIfAborted();
    const damage = await damageOf(source, oid);
    if (damage !== null) return `index ${name}: ${damage}`;
  }
  return null;
}

async function damageOf({ driver }: DataSource, oid: number): Promise<string | null> {
  const runner = driver.createQueryRunner('master');
  try {
    await runner.query('SELECT bt_index_check($1::oid::regclass)', [oid]);
    return null;
  } catch (error) {
    if (String(error).includes('permission denied')) return null;
    return error instanceof Error ? error.message : String(error);
  } finally {
    await runner.release();
  }
}
