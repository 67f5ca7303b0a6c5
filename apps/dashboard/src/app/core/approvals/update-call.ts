import { UPDATE_TOOL } from '@kenny/contract/web';
import type { OfferedCall } from './sheet-opener';

/** How an update of the agent is told; the server adds where it is and its hash. */
export function updateCall(agent_id: string, version: string): OfferedCall {
  return { tool: UPDATE_TOOL, agent_id, args: { version }, completed: true };
}
