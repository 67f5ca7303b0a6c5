import type { EntityManager } from 'typeorm';
import { marksFor, MOST_VALUES } from './statement-values.js';

/**
 * One statement for many rows: TypeORM's own `insert` costs several times as much a row, which
 * counts where thousands come a second. Values must be what the driver takes (no booleans on
 * SQLite: `asFlag`). `table`, `columns` and `onConflict` (what follows `ON CONFLICT`) are texts of
 * our own code, never input. Databases take so many values in one statement and no more: beyond
 * that it is several.
 */
export async function insertRows(
  manager: EntityManager,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
  onConflict?: string,
): Promise<void> {
  const atOnce = Math.floor(MOST_VALUES / columns.length);
  const conflict = onConflict === undefined ? '' : ` ON CONFLICT ${onConflict}`;
  for (let from = 0; from < rows.length; from += atOnce) {
    const { mark, values } = marksFor(manager);
    const tuples = rows.slice(from, from + atOnce).map((row) => `(${row.map(mark).join(',')})`);
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
