import type { ValueTransformer } from 'typeorm';

/**
 * For `bigint` columns that hold milliseconds, sizes and sequence numbers: PostgreSQL hands them
 * out as text, SQLite as numbers; the code sees numbers. All are far below 2^53.
 */
export const asNumber: ValueTransformer = {
  to: (value: number | null | undefined) => value,
  from: (value: string | number | null) => (value === null ? null : Number(value)),
};
