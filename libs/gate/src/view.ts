import type { ApprovalView } from '@kenny/contract/agent';
import type { GateRecord } from './record.js';

/** The approval as every door shows it; what only the server needs stays behind. */
export function approvalView(record: GateRecord): ApprovalView {
  const { id, call_id, call_sha256, tool, args, agent_id, agent_uid, risk, door } = record;
  const { requested_by, reason, tainted_by, state, required, outcome, previous } = record;
  return {
    ...{ id, call_id, call_sha256, tool, args, agent_id, agent_uid, risk, door },
    ...{ requested_by, reason, tainted_by, state, required, outcome, previous },
    decisions: record.decisions.map((decision) => ({ ...decision, at: iso(decision.at) })),
    requested_at: iso(record.requested_at),
    approve_by: iso(record.approve_by),
    run_by: isoOrNull(record.run_by),
    sent_at: isoOrNull(record.sent_at),
    ended_at: isoOrNull(record.ended_at),
  };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : iso(ms);
}
