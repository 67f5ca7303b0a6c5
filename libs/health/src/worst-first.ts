import { PC_HEALTH_ORDER, type PcHealth } from '@kenny/contract/web';

const RANK = new Map(PC_HEALTH_ORDER.map((health, index) => [health, index]));
/** English everywhere: a server and its pages list PCs in one order. Made late, for it is slow to make. */
let names: Intl.Collator | undefined;

interface ListedPc {
  readonly overall: PcHealth;
  readonly name: string;
  readonly agent_id: string;
}

/** As people count: pc2 before pc10. */
export function byName(a: string, b: string): number {
  names ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  return names.compare(a, b);
}

/** Worst first; among equals the name decides, so that rows hold still. */
export function worstFirst(a: ListedPc, b: ListedPc): number {
  const rank = (RANK.get(a.overall) ?? 0) - (RANK.get(b.overall) ?? 0);
  return rank || byName(a.name, b.name) || byName(a.agent_id, b.agent_id);
}
