import type { ActorRef } from '@kenny/contract/agent';
import type { GateRecord } from './record.js';

const RISKS: readonly GateRecord['risk'][] = ['low', 'medium', 'high'];

export function higherRisk(a: GateRecord['risk'], b: GateRecord['risk']): GateRecord['risk'] {
  return RISKS.indexOf(b) > RISKS.indexOf(a) ? b : a;
}

/** How many people have to approve. */
export function keysFor(risk: GateRecord['risk'], two_key: boolean): GateRecord['required'] {
  return risk === 'high' && two_key ? 2 : 1;
}

/** Distinct people (or, where one is enough, the requesting client) who have approved. */
export function countApprovals({ decisions, required }: GateRecord): number {
  const counted = decisions.filter(
    ({ decision, by }) => decision === 'approve' && (required === 1 || by.kind === 'operator'),
  );
  return new Set(counted.map(({ by }) => actorKey(by))).size;
}

/** An elicitation answer counts only for the client's own change, alone, at low risk (D6). */
export function mayApprove(approval: GateRecord, by: ActorRef): boolean {
  if (by.kind === 'operator') return true;
  const { kind, required, risk } = approval;
  const harmless = kind === 'change' && risk === 'low' && required === 1;
  return by.kind === 'mcp_client' && harmless && isRequester(approval, by);
}

export function isRequester({ requested_by }: GateRecord, by: ActorRef): boolean {
  return actorKey(requested_by) === actorKey(by);
}

export function hasDecided({ decisions }: GateRecord, by: ActorRef): boolean {
  return decisions.some((decision) => actorKey(decision.by) === actorKey(by));
}

function actorKey({ kind, id }: ActorRef): string {
  return `${kind}:${id}`;
}
