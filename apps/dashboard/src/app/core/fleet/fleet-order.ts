import { systemTitle, type FleetAgent } from '@kenny/contract/web';
import { plainOrder } from '../plain-order';
import { byName, worstFirst } from '@kenny/health/web';

type Order = (a: FleetAgent, b: FleetAgent) => number;

/** Sort orders of the fleet; their names are those of the query, `?sort=name`. */
export const FLEET_ORDERS = {
  worst: worstFirst,
  name: (a, b) => byName(a.name, b.name),
  system: (a, b) => byName(systemTitle(a) ?? '', systemTitle(b) ?? ''),
  // Online first, then the last seen; never seen comes last.
  seen: (a, b) => Number(b.online) - Number(a.online) || plainOrder(since(b), since(a)),
  agent: (a, b) => byName(a.meta?.version ?? '', b.meta?.version ?? ''),
} as const satisfies Record<string, Order>;

export type FleetSort = keyof typeof FLEET_ORDERS;

/** Worst first, unless the address names another order. */
export function sortNamed(word: string | undefined): FleetSort {
  return word !== undefined && Object.hasOwn(FLEET_ORDERS, word) ? (word as FleetSort) : 'worst';
}

/** @param agents worst first, which decides among equals */
export function inOrder(agents: readonly FleetAgent[], sort: FleetSort): FleetAgent[] {
  return sort === 'worst' ? [...agents] : [...agents].sort(FLEET_ORDERS[sort]);
}

function since({ online, last_seen }: FleetAgent): string {
  return online ? '' : (last_seen ?? '');
}

/**
 * Rows do not jump under the pointer: while somebody is at the table, what was there keeps its place
 * and what is new comes last.
 */
export function heldOrder(shown: readonly string[], wanted: readonly string[]): readonly string[] {
  const still = new Set(wanted);
  const before = new Set(shown);
  return [...shown.filter((id) => still.has(id)), ...wanted.filter((id) => !before.has(id))];
}

/** How many rows would stand elsewhere. */
export function movedRows(shown: readonly string[], wanted: readonly string[]): number {
  return wanted.filter((id, index) => shown[index] !== id).length;
}
