import { PC_HEALTH_ORDER, type FleetAgent } from '@kenny/contract/web';
import { lazy } from '../scheduling/lazy';

const RANK = new Map(PC_HEALTH_ORDER.map((health, index) => [health, index]));
const names = lazy(() => new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' }));
/** As people count: pc2 before pc10. */
export function byName(a: string, b: string): number {
  return names().compare(a, b);
}

/** Worst first; among equals the name decides, so that rows hold still. */
export function worstFirst(a: FleetAgent, b: FleetAgent): number {
  const rank = (RANK.get(a.overall) ?? 0) - (RANK.get(b.overall) ?? 0);
  return rank || byName(a.name, b.name) || byName(a.agent_id, b.agent_id);
}
