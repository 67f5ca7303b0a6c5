import type { EntityManager } from 'typeorm';

/** SQLite's limit, by its default, is 32,766; PostgreSQL's is twice that. */
const MOST_VALUES = 30_000;

/** How values stand in a statement, and those that go with it. */
interface Marks {
  readonly mark: (value: unknown) => string;
  readonly values: unknown[];
}

/** As many rows as fit into one statement, with what hands their values over. */
export interface Statement<Row> extends Marks {
  readonly rows: readonly Row[];
}

/**
 * The rows by statements: databases take so many values in one and no more.
 * @param width values of a row
 */
export function* statementsOf<Row>(
  { connection }: EntityManager,
  rows: readonly Row[],
  width: number,
): Generator<Statement<Row>> {
  const atOnce = Math.floor(MOST_VALUES / width);
  const marks = connection.options.type === 'postgres' ? eachValue : distinctValues;
  for (let from = 0; from < rows.length; from += atOnce) {
    yield { rows: rows.slice(from, from + atOnce), ...marks() };
  }
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
