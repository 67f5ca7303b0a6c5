import type { FleetAgent } from '@kenny/contract/web';
import { HEALTH_WORDS } from '../words';

/** How a PC was when it went away; nothing while it is here. */
export function lastSeenWords({ last_overall }: Pick<FleetAgent, 'last_overall'>): string {
  return last_overall === undefined ? '' : `last seen ${HEALTH_WORDS[last_overall]}`;
}
