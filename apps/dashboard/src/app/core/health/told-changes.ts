import type { ChangeItem, HealthChangeItem } from '@kenny/contract/web';
import { plainOrder } from '../plain-order';
import { steadied, type SteadyChange } from './steadied';

/** One thing that happened to a check: what became of it, and the values that changed with it. */
export interface ToldChange {
  readonly at: string;
  readonly section: string;
  /** Null where it got neither worse nor better. */
  readonly health: SteadyChange | null;
  readonly values: readonly ChangeItem[];
}

/** Newest first, both. A report that changes a check and its values tells of one thing, once. */
export function toldChanges(
  health: readonly HealthChangeItem[],
  values: readonly ChangeItem[] = [],
): ToldChange[] {
  const left = new Map<string, ChangeItem[]>();
  for (const value of values) {
    const key = keyOf(value);
    left.set(key, [...(left.get(key) ?? []), value]);
  }
  const judged = steadied(health).map((change): ToldChange => {
    const key = keyOf(change);
    const own = left.get(key) ?? [];
    left.delete(key);
    return { at: change.at, section: change.section, health: change, values: own };
  });
  const others = [...left.values()].flatMap((own): ToldChange[] =>
    own.slice(0, 1).map(({ at, section }) => ({ at, section, health: null, values: own })),
  );
  return [...judged, ...others].sort((a, b) => plainOrder(b.at, a.at));
}

const keyOf = ({ at, section }: { readonly at: string; readonly section: string }): string =>
  `${at}\n${section}`;
