import { PC_HEALTH_ORDER, type FleetAgent } from '@kenny/contract/web';

const RANK = new Map(PC_HEALTH_ORDER.map((health, index) => [health, index]));
/** As people count: pc2 before pc10. */
export const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** What needs somebody comes first; among equals the name decides, so that rows stay where they are. */
export function worstFirst(a: FleetAgent, b: FleetAgent): number {
  const rank = (RANK.get(a.overall) ?? 0) - (RANK.get(b.overall) ?? 0);
  return rank || byName.compare(a.name, b.name) || byName.compare(a.agent_id, b.agent_id);
}
