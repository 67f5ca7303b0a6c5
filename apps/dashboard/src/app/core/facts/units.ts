import { FIELD_TITLES, IDENTIFIER_FIELDS, type CatalogSection } from '@kenny/contract/web';
import type { Threshold } from '@kenny/health/web';
import { sentenceCase } from '../words';
import type { Unit } from './quantity';

/** Path in a payload, as `volumes[].percent_used` → what its number counts. */
export type Units = ReadonlyMap<string, Unit>;

/** What the contract says of the numbers of a section: in its series and in its limits. */
export function unitsOf(
  section: Pick<CatalogSection, 'series'> | undefined,
  thresholds: readonly Threshold[] = [],
): Units {
  const units = new Map<string, Unit>();
  for (const { field, measure, unit } of thresholds) {
    if (unit && measure === undefined) units.set(field, unit);
  }
  for (const { path, unit } of section?.series ?? []) units.set(path, unit);
  return units;
}

/** Names on the wire end with what they count; the contract's fields all keep to it. */
const BY_NAME: readonly (readonly [RegExp, Unit])[] = [
  [/_bytes_per_s$/, 'bytes/s'],
  [/(^|_)bytes$/, 'bytes'],
  [/(^percent_|(^|_)percent$)/, '%'],
  [/_c$/, '°C'],
  [/_(secs|s)$/, 's'],
  [/_ms$/, 'ms'],
  [/_unix$/, 'unix'],
  [/^cpu$/, '%'],
];

export function unitOf(path: string, units: Units): Unit | undefined {
  const name = path.slice(path.lastIndexOf('.') + 1);
  if (IDENTIFIER_FIELDS.includes(name)) return 'id';
  return units.get(path) ?? BY_NAME.find(([ending]) => ending.test(name))?.[1];
}

/** `percent_used` → `Used`: the unit stands beside the number already. */
export function labelOf(name: string): string {
  if (Object.hasOwn(FIELD_TITLES, name)) return FIELD_TITLES[name] ?? name;
  const ending = BY_NAME.find(([known]) => known.test(name))?.[0];
  const bare = ending ? name.replace(ending, '').replace(/^_|_$/g, '') : name;
  return sentenceCase(bare === '' ? name : bare);
}
