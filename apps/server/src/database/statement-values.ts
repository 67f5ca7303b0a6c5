import type { EntityManager } from 'typeorm';

/** SQLite's limit, by its default, is 32,766; PostgreSQL's is twice that. */
export const MOST_VALUES = 30_000;

/** How values stand in a statement, and those that go with it. */
export interface Marks {
  readonly mark: (value: unknown) => string;
  readonly values: unknown[];
}

/** A fresh set for one statement, as its database likes them. */
export const marksFor = ({ connection }: EntityManager): Marks =>
  connection.options.type === 'postgres' ? eachValue() : distinctValues();

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
