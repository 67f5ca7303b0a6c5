import type { EntityManager } from 'typeorm';

/**
 * One statement for many rows: TypeORM's own `insert` costs several times as much a row, which
 * counts where thousands come a second. Values must be what the driver takes (no booleans on
 * SQLite: `asFlag`). `table` and `columns` are names of our own code, never input.
 */
export async function insertRows(
  manager: EntityManager,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  if (rows.length === 0) return;
  const numbered = manager.connection.options.type === 'postgres';
  let number = 0;
  const mark = (): string => (numbered ? `$${(number += 1)}` : '?');
  const tuples = rows.map(() => `(${columns.map(mark).join(',')})`);
  await manager.query(
    `INSERT INTO ${table} (${columns.join(',')}) VALUES ${tuples.join(',')}`,
    rows.flat(),
  );
}

/** A boolean as the driver takes it in a raw statement. */
export function asFlag(manager: EntityManager, value: boolean): boolean | number {
  return manager.connection.options.type === 'postgres' ? value : Number(value);
}
