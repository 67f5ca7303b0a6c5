import { PC_HEALTH_ORDER, type FleetAgent, type Os, type PcHealth } from '@kenny/contract/web';
import { sectionsInNeed } from '../health/health-words';
import type { FleetSort } from './fleet-order';

/** What the address bar says of the fleet: `?q=&health=crit,warn&os=linux&tag=family&check=disk&sort=name`. */
export interface FleetFilter {
  readonly text: string;
  readonly health: PcHealth | null;
  readonly os: Os | null;
  readonly tag: string | null;
  /** Only PCs on which it needs attention. */
  readonly check: string | null;
  readonly sort: FleetSort;
}

export function isHealth(value: string | undefined): value is PcHealth {
  return PC_HEALTH_ORDER.some((health) => health === value);
}

export function fits(
  agent: FleetAgent,
  { text, health, os, tag, check }: Omit<FleetFilter, 'sort'>,
): boolean {
  if (health !== null && agent.overall !== health) return false;
  if (os !== null && agent.meta?.os !== os) return false;
  if (tag !== null && !agent.tags.includes(tag)) return false;
  if (check !== null && !needsAttention(agent, check)) return false;
  if (text === '') return true;
  const { name, agent_id, owner, system, meta, tags } = agent;
  const within = [name, agent_id, owner, system, meta?.hostname, ...tags].join('\n').toLowerCase();
  return within.includes(text.toLowerCase());
}

/** Whether somebody should look at that check of the PC. */
export function needsAttention(agent: FleetAgent, check: string): boolean {
  return sectionsInNeed(agent).some(({ name }) => name === check);
}
