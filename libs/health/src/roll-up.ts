import { PC_HEALTH_ORDER, SECTION_NAMES, type Health, type PcHealth } from '@kenny/contract/agent';
import { compareSeverity, countedStatus, type Counted, type Verdict } from './verdict.js';

/**
 * The highest status that counts of a PC's sections. `unknown` never raises it; a PC without
 * sections, or with unknown ones only, is `unknown`.
 */
export function worstOf(sections: Iterable<Counted>): Health {
  let worst: Health = 'unknown';
  for (const section of sections) {
    const status = countedStatus(section);
    if (compareSeverity(status, worst) > 0) worst = status;
  }
  return worst;
}

/** The section to name first: the worst that counts as `warn` or `crit`, in the catalog's order. */
export function worstSection<V extends Verdict & Counted>(
  verdicts: Readonly<Record<string, V>>,
): (V & { name: string }) | null {
  let worst: (V & { name: string }) | null = null;
  for (const name of inCatalogOrder(Object.keys(verdicts))) {
    const verdict = verdicts[name];
    if (!verdict || compareSeverity(countedStatus(verdict), worst?.status ?? 'ok') <= 0) continue;
    worst = { ...verdict, name };
  }
  return worst;
}

export type PcCounts = Record<PcHealth, number>;

/**
 * A fleet from its PCs' `overall`: each PC counts once, and the fleet is as its worst PC in the
 * order crit > warn > offline > unknown > ok. A fleet without PCs is `unknown`.
 */
export function rollUp(pcs: Iterable<PcHealth>): { overall: PcHealth; counts: PcCounts } {
  const counts: PcCounts = { crit: 0, warn: 0, offline: 0, unknown: 0, ok: 0 };
  for (const pc of pcs) counts[pc] += 1;
  return { overall: PC_HEALTH_ORDER.find((health) => counts[health] > 0) ?? 'unknown', counts };
}

/** Sections of the catalog first, in its order; others behind them by name. */
function inCatalogOrder(names: readonly string[]): string[] {
  const rank = new Map<string, number>(SECTION_NAMES.map((name, index) => [name, index]));
  const rankOf = (name: string) => rank.get(name) ?? rank.size;
  return [...names].sort((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1));
}
