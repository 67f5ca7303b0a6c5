import { CAPS } from '@kenny/contract';
import { rowsWithin } from '../database/index.js';
import { KennyError } from '../errors/index.js';

export interface Page {
  /** At most 200. */
  limit?: number;
  cursor?: string | null;
}

const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 200;

export function pageSize({ limit }: Page): number {
  return Math.min(Math.max(1, limit ?? DEFAULT_LIMIT), MAX_LIMIT);
}

/** A row as it is shown, and what its place in the list is. */
interface Listed<V> {
  readonly view: V;
  readonly place: number;
}

/** One page of what was read: at most `limit` rows, and as many as fit into one answer. */
export function pageOf<V>(
  read: readonly Listed<V>[],
  limit: number,
): { items: V[]; next_cursor: string | null } {
  const listed = read.slice(0, limit);
  const shown = listed.slice(0, rowsWithin(sizesOf(listed), CAPS.httpPageBytes));
  const last = shown.at(-1);
  return {
    items: shown.map(({ view }) => view),
    next_cursor: last && shown.length < read.length ? String(last.place) : null,
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
