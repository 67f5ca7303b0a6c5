import { KennyError } from '../kernel/index.js';

/** Where a row stands in a list by time: rows of the same moment are told apart by their id. */
export interface RowPlace {
  /** Epoch ms. */
  readonly at: number;
  readonly id: string;
}

/** `next_cursor` of such a list: the place of the last row that was shown. */
export function cursorOf({ at, id }: RowPlace): string {
  return `${at}.${id}`;
}

/** @throws KennyError `validation` for a cursor that is not one of ours */
export function placeOf(cursor: string): RowPlace {
  const [, at, id] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(cursor) ?? [];
  if (at !== undefined && id !== undefined) return { at: Number(at), id };
  throw notOfThisList();
}

/** Also for a cursor whose row is not there. */
export function notOfThisList(): KennyError {
  return new KennyError('validation', 'cursor: not one of this list; start again without it.');
}
