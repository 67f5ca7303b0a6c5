import type { Lookup } from '@kenny/contract/web';
import { isObject } from '@kenny/kernel';
import { labelOf } from '../facts/units';

/** A value to choose, with what people know it by. */
export interface LookupRow {
  readonly value: string;
  readonly name: string;
  /** `Version 3.0.21`, one for each further field. */
  readonly more: readonly string[];
}

/** Rows of whatever a PC answered. @param fits - whether the field takes this value */
export function lookupRows(
  result: Readonly<Record<string, unknown>>,
  { list, value, shows, has }: Lookup,
  fits: (value: string) => boolean,
): LookupRow[] {
  const all = result[list];
  if (!Array.isArray(all)) return [];
  const seen = new Set<string>();
  const [named = value, ...others] = shows;
  return all.filter(isObject).flatMap((one): LookupRow[] => {
    const id = textIn(one, value);
    if (id === '' || seen.has(id) || !fits(id)) return [];
    if (has !== undefined && textIn(one, has) === '') return [];
    seen.add(id);
    const more = others.flatMap((key) => {
      const text = textIn(one, key);
      return text === '' ? [] : [`${labelOf(key)} ${text}`];
    });
    return [{ value: id, name: textIn(one, named) || id, more }];
  });
}

/** Those in which all of these words stand. */
export function rowsWith(rows: readonly LookupRow[], words: string): LookupRow[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(({ name, value }) => {
    const said = `${name}\n${value}`.toLowerCase();
    return wanted.every((word) => said.includes(word));
  });
}

function textIn(row: Readonly<Record<string, unknown>>, key: string): string {
  const value = row[key];
  return typeof value === 'string' ? value : '';
}
