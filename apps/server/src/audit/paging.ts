import { CAPS } from '@kenny/contract';
import { rowsWithin } from '../database/index.js';
import { KennyError } from '../kernel/index.js';

export interface Page {
  /** At most 200. */
  limit?: number;
  cursor?: string | null;
}

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

/** What is read in one go. */
export const BATCH = { rows: MAX_LIMIT, characters: CAPS.httpPageBytes } as const;

export function pageLimits({ limit }: Page): { rows: number; characters: number } {
  return { ...BATCH, rows: Math.min(Math.max(1, limit ?? DEFAULT_LIMIT), MAX_LIMIT) };
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
