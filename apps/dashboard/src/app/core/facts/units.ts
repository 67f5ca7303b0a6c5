import { unitOfName, type CatalogSection } from '@kenny/contract/web';
import type { Threshold } from '@kenny/health/web';
import type { Unit } from './quantity';

export { fieldTitle as labelOf } from '@kenny/contract/web';

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

export function unitOf(path: string, units: Units): Unit | undefined {
  const byName = unitOfName(path.slice(path.lastIndexOf('.') + 1));
  return byName === 'id' ? byName : (units.get(path) ?? byName);
}
