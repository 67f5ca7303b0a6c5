import type { GateEvent, GateRecord } from '@kenny/gate';
import type { AuditEntry } from '../../audit/index.js';
import type { Origin } from '../../auth/index.js';

/** Steps that no person takes. */
export const BY_KENNY: Origin = {
  actor: { kind: 'system', id: 'kenny', name: 'kenny' },
  door: 'system',
  request_id: null,
};

/** The row of a newly opened approval. */
export function requestedRow(record: GateRecord, by: Origin): AuditEntry {
  return { ...rowOf(record, by), kind: 'decision', ok: true, target: 'request' };
}

/** The row of one step: what ended a call is a `call` row, every other step a `decision`. */
export function stepRow(record: GateRecord, event: GateEvent, by: Origin): AuditEntry {
  const base = rowOf(record, by);
  const target = event.type;
  switch (event.type) {
    case 'respond':
    case 'lose':
    case 'call_status':
      return {
        ...base,
        kind: 'call',
        ...outcomeOf(record),
        duration_ms: durationOf(record),
        target,
      };
    case 'deny':
    case 'expire':
    case 'outdate':
    case 'lapse':
    case 'restore':
      return { ...base, kind: 'decision', ...outcomeOf(record), target };
    case 'approve':
    case 'cancel':
    case 'claim':
    case 'hand_over':
    case 'forget':
      return { ...base, kind: 'decision', ok: true, target };
  }
}

function rowOf(
  record: GateRecord,
  { actor, door, request_id }: Origin,
): Omit<AuditEntry, 'kind' | 'ok'> {
  const { agent_id, tool, args, call_id, id } = record;
  return { actor, door, agent_id, tool, args, call_id, approval_id: id, request_id };
}

function outcomeOf({ outcome }: GateRecord): Pick<AuditEntry, 'ok' | 'code'> {
  return outcome?.error ? { ok: false, code: outcome.error.code } : { ok: true, code: null };
}

function durationOf({ sent_at, state_since }: GateRecord): number | null {
  return sent_at === null ? null : Math.max(0, state_since - sent_at);
}
