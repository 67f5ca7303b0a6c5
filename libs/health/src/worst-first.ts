import { PC_HEALTH_ORDER, type PcHealth } from '@kenny/contract/web';

const RANK = new Map(PC_HEALTH_ORDER.map((health, index) => [health, index]));
/** English everywhere, so that the server and its pages agree. Lazy, because it is slow to create. */
let names: Intl.Collator | undefined;

interface ListedPc {
  readonly overall: PcHealth;
  readonly name: string;
  readonly agent_id: string;
}

/** Natural order: pc2 before pc10. */
export function byName(a: string, b: string): number {
  names ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  return names.compare(a, b);
}

/** Worst first, then by name. Never 0 for two PCs, since ids that differ in case sort alike. */
export function worstFirst(a: ListedPc, b: ListedPc): number {
  const rank = (RANK.get(a.overall) ?? 0) - (RANK.get(b.overall) ?? 0);
  return (
    rank ||
    byName(a.name, b.name) ||
    byName(a.agent_id, b.agent_id) ||
    byUnits(a.agent_id, b.agent_id)
  );
}

/** By UTF-16 code units: the same on every machine, and fit for ISO 8601. */
export function byUnits(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
