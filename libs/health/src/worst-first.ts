import { needsAttention, PC_HEALTH_ORDER, type PcHealth } from '@kenny/contract/web';
import { byUnits } from './by-units.js';
import { placeOf } from './section-order.js';

const RANK = new Map(PC_HEALTH_ORDER.map((health, index) => [health, index]));
/** English everywhere, so that the server and its pages agree. Lazy, because it is slow to create. */
let names: Intl.Collator | undefined;

interface ListedPc {
  readonly overall: PcHealth;
  readonly name: string;
  readonly agent_id: string;
  /** The check to name first, of those that need attention. */
  readonly worst?: { readonly name: string; readonly since?: string } | null;
  /** ISO 8601. */
  readonly last_seen?: string | null;
}

/** Natural order: pc2 before pc10. */
export function byName(a: string, b: string): number {
  names ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  return names.compare(a, b);
}

/**
 * Worst first; among equals by what costs most when nobody acts, who has waited longest, then by
 * name. Never 0 for two PCs, since ids that differ in case sort alike.
 */
export function worstFirst(a: ListedPc, b: ListedPc): number {
  const rank = (RANK.get(a.overall) ?? 0) - (RANK.get(b.overall) ?? 0);
  return (
    rank ||
    weightOf(a) - weightOf(b) ||
    byUnits(waitsSince(a), waitsSince(b)) ||
    byName(a.name, b.name) ||
    byName(a.agent_id, b.agent_id) ||
    byUnits(a.agent_id, b.agent_id)
  );
}

/** Of one that is away, or well, its last checks have no say. */
function weightOf({ overall, worst }: ListedPc): number {
  return needsAttention(overall) && worst ? placeOf(worst) : 0;
}

function waitsSince({ overall, worst, last_seen }: ListedPc): string {
  if (needsAttention(overall)) return worst?.since ?? '';
  return overall === 'offline' ? (last_seen ?? '') : '';
}
