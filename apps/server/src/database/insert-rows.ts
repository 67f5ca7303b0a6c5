import type { EntityManager } from 'typeorm';

/** SQLite's limit, by its default, is 32,766; PostgreSQL's is twice that. */
const MOST_VALUES = 30_000;

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
  const marks = manager.connection.options.type === 'postgres' ? eachValue : distinctValues;
  const conflict = onConflict === undefined ? '' : ` ON CONFLICT ${onConflict}`;
  for (let from = 0; from < rows.length; from += atOnce) {
    const { mark, values } = marks();
    const tuples = rows.slice(from, from + atOnce).map((row) => `(${row.map(mark).join(',')})`);
    await manager.query(
      `INSERT INTO ${table} (${columns.join(',')}) VALUES ${tuples.join(',')}${conflict}`,
      values,
    );
  }
}

/** How values stand in a statement, and those that go with it. */
interface Marks {
  readonly mark: (value: unknown) => string;
  readonly values: unknown[];
}

/** PostgreSQL wants one type of each, so a value that stands in two columns goes twice. */
function eachValue(): Marks {
  const values: unknown[] = [];
  return { mark: (value) => `$${values.push(value)}`, values };
}

/**
 * On SQLite handing a value over costs more than all else on this side: what rows have in common
 * goes once, whole numbers and NULL stand in the text.
 */
function distinctValues(): Marks {
  const values: unknown[] = [];
  const numbers = new Map<unknown, number>();
  const mark = (value: unknown): string => {
    if (value === null) return 'NULL';
    if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
    const known = numbers.get(value) ?? values.push(value);
    numbers.set(value, known);
    return `?${known}`;
  };
  return { mark, values };
}

/** A boolean as the driver takes it in a raw statement. */
export function asFlag(manager: EntityManager, value: boolean): boolean | number {
  return manager.connection.options.type === 'postgres' ? value : Number(value);
}
