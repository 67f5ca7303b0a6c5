import type { AgentsDoorView } from '@kenny/contract/web';

/** An address at which agents are served. */
export const aDoor = (address: string, changes: Partial<AgentsDoorView> = {}): AgentsDoorView => ({
  ...{ address, behind_router: null, port: 8443, open: true, problem: null },
  ...changes,
});
