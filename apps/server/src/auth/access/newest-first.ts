import { KennyError } from '../../kernel/index.js';

/** Where a list goes on, newest first: when the last one shown was made, and its id. */
export interface Place {
  readonly at: number;
  readonly id: string;
}

/** One page of rows of which one more than `limit` was read, if there are so many. */
export function newestFirstPage<R>(
  rows: readonly R[],
  limit: number,
  placeOf: (row: R) => Place,
): { shown: R[]; next_cursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const place = rows.length > limit && last ? placeOf(last) : null;
  return { shown, next_cursor: place && `${place.at}.${place.id}` };
}

/**
 * @param id what ids of that list look like
 * @throws KennyError `validation` for a foreign cursor
 */
export function placeIn(cursor: string, id: RegExp): Place {
  const [, at, found] = /^(\d{1,15})\.(.+)$/s.exec(cursor) ?? [];
  if (!at || !found || !id.test(found)) {
    throw new KennyError('validation', 'cursor: repeat next_cursor of the page before as it is');
  }
  return { at: Number(at), id: found };
}
