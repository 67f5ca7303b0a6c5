import type { ActorRef, DecisionView } from './approval.js';

/** How a decision is called that an MCP client made for its user: never by a person's name (D6). */
export const CLIENTS_WORD = {
  name: 'the client that asked',
  accepted: 'accepted in the client that asked',
  declined: 'declined in the client that asked',
} as const;

/** Whether a decision came from the client that asked, and so from no person that kenny knows. */
export function isClientsWord({ kind }: Pick<ActorRef, 'kind'>): boolean {
  return kind === 'mcp_client';
}

/** A denial in a sentence, for whoever asked. */
export function saidNo(decision: Pick<DecisionView, 'by' | 'reason'> | undefined): string {
  if (decision && isClientsWord(decision.by)) return CLIENTS_WORD.declined;
  return `denied by an operator: ${decision?.reason ?? 'no reason given'}`;
}
