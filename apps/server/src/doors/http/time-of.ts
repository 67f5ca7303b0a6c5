import { KennyError } from '../../errors/index.js';

/** Epoch ms of an ISO 8601 query field. @throws KennyError `validation` naming the field */
export function timeOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  if (!Number.isNaN(time)) return time;
  throw new KennyError('validation', `${name}: must be a time like 2031-01-31T12:00:00Z`);
}
