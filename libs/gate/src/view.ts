import type { ApprovalView } from '@kenny/contract/agent';
import { iso, isoOrNull } from '@kenny/kernel';
import type { GateRecord } from './record.js';

/** The approval as doors show it, without what only the server needs. */
export function approvalView(record: GateRecord): ApprovalView {
  const { id, call_id, call_sha256, tool, args, agent_id, agent_uid, kind, risk, door } = record;
  const { requested_by, reason, tainted_by, state, required, previous } = record;
  const { seq, denied_before, look_twice, fix } = record;
  return {
    look_twice,
    ...{ id, seq, call_id, call_sha256, tool, args, agent_id, agent_uid, kind, risk, door },
    ...{ requested_by, reason, tainted_by, state, required, previous },
    outcome: shownOutcome(record),
    ...(fix === undefined ? {} : { fix }),
    ...(denied_before ? { denied_before: { ...denied_before, at: iso(denied_before.at) } } : {}),
    decisions: record.decisions.map((decision) => ({ ...decision, at: iso(decision.at) })),
    requested_at: iso(record.requested_at),
    approve_by: iso(record.approve_by),
    run_by: isoOrNull(record.run_by),
    sent_at: isoOrNull(record.sent_at),
    ended_at: isoOrNull(record.ended_at),
  };
}

/** The result of a read is for its requester alone, not for who looks at the approval. */
function shownOutcome({ kind, outcome }: GateRecord): GateRecord['outcome'] {
  if (kind === 'change' || !outcome?.result) return outcome;
  const { result: _forRequester, ...shown } = outcome;
  return shown;
}
