import { exceedsCaps } from '@kenny/contract';
import { findUnsafe } from '@kenny/kernel';
import { KennyError } from '../../../kernel/index.js';

/** More than any route has, and few enough to check one by one. */
const MOST_FIELDS = 32;

/**
 * Every field of a query occurs once and is plain text; the route decides which fields exist.
 * @throws KennyError `validation`
 */
export function judgeQuery(query: Readonly<Record<string, unknown>>): void {
  const fields = Object.entries(query);
  if (fields.length > MOST_FIELDS) throw bad(`more than ${MOST_FIELDS} fields`);
  for (const [name, value] of fields) {
    if (typeof value !== 'string') throw bad(`${shown(name)} occurs more than once; send it once`);
  }
  const unfit = exceedsCaps(query) ?? findUnsafe(query);
  if (unfit !== undefined) throw bad(unfit);
}

function shown(name: string): string {
  return JSON.stringify(name.slice(0, 64));
}

function bad(why: string): KennyError {
  return new KennyError('validation', `The query is refused: ${why}.`);
}
