import { DAY_MS } from '@kenny/kernel';
import { KennyError } from '../../../kernel/index.js';

/** A date, or a time with its zone; `Date.parse` alone would accept "99999" as a year. */
const ISO = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** Epoch ms of an ISO 8601 query field. @throws KennyError `validation` naming the field */
export function timeOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const time = ISO.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw new KennyError('validation', `${name}: must be a time like 2031-01-31T12:00:00Z`);
}

/** Epoch ms of both ends; by default the last so many days. @throws as `timeOf` */
export function spanOf(
  { from, to }: { readonly from?: string; readonly to?: string },
  now: number,
  days: number,
): { from: number; to: number } {
  const end = timeOf('to', to) ?? now;
  return { from: timeOf('from', from) ?? end - days * DAY_MS, to: end };
}
