import type { EntityManager } from 'typeorm';
import { statementsOf } from './statement-values.js';

/**
 * One statement for many rows: TypeORM's own `insert` costs several times as much a row, which
 * counts where thousands come a second. Values must be what the driver takes (no booleans on
 * SQLite: `asFlag`). `table`, `columns` and `onConflict` (what follows `ON CONFLICT`) are texts of
 * our own code, never input.
 */
export async function insertRows(
  manager: EntityManager,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
  onConflict?: string,
): Promise<void> {
  const conflict = onConflict === undefined ? '' : ` ON CONFLICT ${onConflict}`;
  for (const { rows: some, mark, values } of statementsOf(manager, rows, columns.length)) {
    const tuples = some.map((row) => `(${row.map(mark).join(',')})`);
    await manager.query(
      `INSERT INTO ${table} (${columns.join(',')}) VALUES ${tuples.join(',')}${conflict}`,
      values,
    );
  }
}

/** A boolean as the driver takes it in a raw statement. */
export function asFlag(manager: EntityManager, value: boolean): boolean | number {
  return manager.connection.options.type === 'postgres' ? value : Number(value);
}
