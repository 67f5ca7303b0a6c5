import { PC_HEALTH_ORDER, type Health, type PcHealth } from '@kenny/contract/agent';
import { worstSectionFirst } from './section-order.js';
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

/** The section to name first, of those that count as `warn` or `crit`. */
export function worstSection<V extends Verdict & Counted & { readonly since?: string }>(
  verdicts: Readonly<Record<string, V>>,
): (V & { name: string }) | null {
  const bad = Object.entries(verdicts)
    .filter(([, verdict]) => compareSeverity(countedStatus(verdict), 'ok') > 0)
    .map(([name, verdict]) => ({ ...verdict, name }));
  return bad.sort(worstSectionFirst)[0] ?? null;
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
