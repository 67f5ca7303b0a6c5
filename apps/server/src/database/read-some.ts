import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { rowsWithin } from './page-within.js';

/** Where a list keeps what a page is made by: properties of its entity, with its alias. */
export interface PageColumns {
  /** The number that orders the list. */
  readonly place: string;
  /** Texts that may be long. */
  readonly long: readonly string[];
}

interface Read<E> {
  readonly rows: E[];
  /** There are rows after these. */
  readonly more: boolean;
}

/**
 * The first rows that `query` finds: at most so many, and at most so long together, but always one
 * if there is one. How long they are is asked first, so that what would be cut off is never read.
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
