import type { ToolName } from '@kenny/contract/web';
import type { OfferedCall } from './sheet-opener';

const UPDATE: ToolName = 'agent_update';

/** How an update of the agent is told; the server adds where it is and its hash. */
export function updateCall(agent_id: string, version: string): OfferedCall {
  return { tool: UPDATE, agent_id, args: { version }, completed: true };
}
