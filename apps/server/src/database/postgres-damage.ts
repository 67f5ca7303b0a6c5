import type { DataSource, EntityManager } from 'typeorm';

/**
 * What `amcheck` finds wrong with an index of ours, one after the other; null also where that
 * extension is not installed: PostgreSQL offers nothing else for a server that runs.
 */
export async function postgresDamage(
  source: DataSource,
  signal: AbortSignal,
  table?: string,
): Promise<string | null> {
  const { manager } = source;
  if (!(await amcheckThere(manager))) return null;
  const indexes: { oid: number; name: string }[] = await manager.query(
    `SELECT c.oid, c.relname AS name FROM pg_class c JOIN pg_am a ON a.oid = c.relam
       JOIN pg_index i ON i.indexrelid = c.oid JOIN pg_class t ON t.oid = i.indrelid
     WHERE c.relkind = 'i' AND a.amname = 'btree' AND ($1::text IS NULL OR t.relname = $1)
       AND c.relnamespace = to_regnamespace(current_schema())`,
    [table ?? null],
  );
  for (const { oid, name } of indexes) {
    signal.throwIfAborted();
    const damage = await damageOf(source, oid);
    if (damage !== null) return `index ${name}: ${damage}`;
  }
  return null;
}

export async function amcheckThere(manager: EntityManager): Promise<boolean> {
  const installed: unknown[] = await manager.query(
    "SELECT 1 FROM pg_extension WHERE extname = 'amcheck'",
  );
  return installed.length > 0;
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
