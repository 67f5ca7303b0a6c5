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

/** Our cursors are the number of the last row that was shown. */
export function seqOf(cursor: string): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw new KennyError('validation', 'cursor: not one of this list; start again without it.');
}
