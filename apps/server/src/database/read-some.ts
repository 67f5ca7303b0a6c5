import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { rowsWithin } from './page-within.js';

/** Columns that a page is made by, with the entity's alias. */
export interface PageColumns {
  /** Sort column. */
  readonly place: string;
  /** Texts that may be long. */
  readonly long: readonly string[];
}

interface Read<E> {
  readonly rows: E[];
  readonly more: boolean;
}

/**
 * The first rows of `query`, bounded in number and total length, but at least one. Lengths are
 * queried first, so that what does not fit is never read.
 */
export async function readSome<E extends ObjectLiteral>(
  query: SelectQueryBuilder<E>,
  { place, long }: PageColumns,
  order: 'ASC' | 'DESC',
  most: { readonly rows: number; readonly characters: number },
): Promise<Read<E>> {
  const lengths = long.map((column) => `COALESCE(LENGTH(${column}), 0)`);
  const places = await query
    .clone()
    .select(place, 'place')
    .addSelect(lengths.join(' + '), 'size')
    .orderBy(place, order)
    .limit(most.rows + 1)
    .getRawMany<{ place: number | string; size: number | string }>();
  const listed = places.slice(0, most.rows);
  const sizes = listed.map(({ size }) => Number(size));
  const fitting = listed.slice(0, rowsWithin(sizes, most.characters));
  const ends = [fitting.at(0), fitting.at(-1)].map((end) => Number(end?.place));
  if (fitting.length === 0) return { rows: [], more: false };
  const [from, to] = order === 'ASC' ? ends : ends.toReversed();
  const rows = await query
    .andWhere(`${place} BETWEEN :from_place AND :to_place`, { from_place: from, to_place: to })
    .orderBy(place, order)
    .getMany();
  return { rows, more: fitting.length < places.length };
}
