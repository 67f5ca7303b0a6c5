import { CAPS } from '@kenny/contract';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { rowsWithin } from '../database/index.js';
import { KennyError } from '../errors/index.js';

export interface Page {
  /** At most 200. */
  limit?: number;
  cursor?: string | null;
}

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

export function pageSize({ limit }: Page): number {
  return Math.min(Math.max(1, limit ?? DEFAULT_LIMIT), MAX_LIMIT);
}

/** Where a list keeps what a page is made by: properties of its entity, with its alias. */
interface Columns {
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
 * The first rows that `query` finds: at most `limit`, and no more than fit into one answer. How long
 * they are is asked first, so that what would be cut off is never read.
 */
export async function readSome<E extends ObjectLiteral>(
  query: SelectQueryBuilder<E>,
  { place, long }: Columns,
  order: 'ASC' | 'DESC',
  limit = MAX_LIMIT,
): Promise<Read<E>> {
  const lengths = long.map((column) => `COALESCE(LENGTH(${column}), 0)`);
  const places = await query
    .clone()
    .select(place, 'place')
    .addSelect(lengths.join(' + '), 'size')
    .orderBy(place, order)
    .limit(limit + 1)
    .getRawMany<{ place: number | string; size: number | string }>();
  const listed = places.slice(0, limit);
  const sizes = listed.map(({ size }) => Number(size));
  const fitting = listed.slice(0, rowsWithin(sizes, CAPS.httpPageBytes));
  const ends = [fitting.at(0), fitting.at(-1)].map((end) => Number(end?.place));
  if (fitting.length === 0) return { rows: [], more: false };
  const [from, to] = order === 'ASC' ? ends : ends.toReversed();
  const rows = await query
    .andWhere(`${place} BETWEEN :from_place AND :to_place`, { from_place: from, to_place: to })
    .orderBy(place, order)
    .getMany();
  return { rows, more: fitting.length < places.length };
}

/** A row as it is shown, and what its place in the list is. */
interface Listed<V> {
  readonly view: V;
  readonly place: number;
}

/** One page of what was read: as many rows as fit into one answer. */
export function pageOf<V>(
  read: readonly Listed<V>[],
  more: boolean,
): { items: V[]; next_cursor: string | null } {
  const shown = read.slice(0, rowsWithin(sizesOf(read), CAPS.httpPageBytes));
  const last = shown.at(-1);
  return {
    items: shown.map(({ view }) => view),
    next_cursor: last && (more || shown.length < read.length) ? String(last.place) : null,
  };
}

function* sizesOf(listed: readonly Listed<unknown>[]): Generator<number> {
  for (const { view } of listed) yield Buffer.byteLength(JSON.stringify(view));
}

/** Our cursors are the number of the last row that was shown. */
export function seqOf(cursor: string): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw new KennyError('validation', 'cursor: not one of this list; start again without it.');
}
