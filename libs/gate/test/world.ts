import type { ActorRef, ApprovalState } from '@kenny/contract/agent';
import {
  next,
  openApproval,
  type ApprovalRequest,
  type CallTarget,
  type GateEvent,
  type GateRecord,
  type Moment,
} from '../src/index.js';

export const NOON = Date.UTC(2026, 5, 4, 12);
export const TTL_MS = 600_000;
export const TARGET: CallTarget = {
  agent_uid: 'uid-1',
  agent_key: 'a'.repeat(64),
  catalog: 'cat-1',
};

export const ANNA: ActorRef = { kind: 'operator', id: 'anna', name: 'Anna' };
export const BEN: ActorRef = { kind: 'operator', id: 'ben', name: 'Ben' };
export const CLIENT: ActorRef = { kind: 'mcp_client', id: 'tok-1', name: 'Claude' };
export const OTHER_CLIENT: ActorRef = { kind: 'mcp_client', id: 'tok-2', name: 'Another' };
export const SYSTEM: ActorRef = { kind: 'system', id: 'kenny', name: 'kenny' };
export const AGENT: ActorRef = { kind: 'agent', id: 'pc1', name: 'pc1' };

/** `ms` after noon of the first server start. */
export function at(ms: number, rest: Partial<Moment> = {}): Moment {
  return { wall: NOON + ms, monotonic: 5000 + ms, boot: 'boot-1', ...rest };
}

export function anApproval(changes: Partial<ApprovalRequest> = {}): GateRecord {
  return openApproval(
    {
      id: 'apr_1',
      seq: 1,
      ...TARGET,
      agent_id: 'pc1',
      tool: 'shell_exec',
      args: { command: 'systemctl restart cups', timeout_s: 30 },
      kind: 'change',
      risk: 'high',
      two_key: false,
      door: 'mcp',
      requested_by: { ...CLIENT, session_id: null, turn_id: null },
      principal_key: 'mcp_client:tok-1',
      reason: 'the printer hangs',
      tainted_by: [],
      look_twice: [],
      previous: null,
      ttl_ms: TTL_MS,
      ...changes,
    },
    at(0),
  );
}

/** Applies an event that must be accepted. */
export function after(record: GateRecord, event: GateEvent, now: Moment = at(1000)): GateRecord {
  const step = next(record, event, now);
  if (!step.ok) throw new Error(`${event.type} was refused: ${step.code}: ${step.message}`);
  return step.approval;
}

export const events = {
  approve: (record: GateRecord, by: ActorRef = ANNA, two_key = false): GateEvent => ({
    type: 'approve',
    two_key,
    by,
    call_sha256: record.call_sha256,
  }),
  deny: (record: GateRecord, by: ActorRef = ANNA): GateEvent => ({
    type: 'deny',
    by,
    call_sha256: record.call_sha256,
    reason: 'not today',
  }),
  cancel: (by: ActorRef = ANNA): GateEvent => ({ type: 'cancel', by }),
  claim: (call_id = 'call-1'): GateEvent => ({ type: 'claim', call_id, target: TARGET }),
  done: (call_id = 'call-1'): GateEvent => ({
    type: 'respond',
    call_id,
    answer: { kind: 'result', result: { exit_code: 0 } },
  }),
  failed: (call_id = 'call-1'): GateEvent => ({
    type: 'respond',
    call_id,
    answer: { kind: 'refused', error: { code: 'exec_failed', message: 'no such unit' } },
  }),
} as const;

/** An approval in the given state, reached by the shortest way there is. */
export function anApprovalIn(
  state: ApprovalState,
  changes: Partial<ApprovalRequest> = {},
): GateRecord {
  const pending = anApproval(changes);
  const approved = () => after(pending, events.approve(pending));
  const sent = () => after(approved(), events.claim(), at(2000));
  const unknown = () => after(sent(), { type: 'lose', why: 'timeout' }, at(40_000));
  const ways: Record<ApprovalState, () => GateRecord> = {
    pending: () => pending,
    approved,
    sent,
    unknown,
    done: () => after(sent(), events.done(), at(3000)),
    failed: () => after(sent(), events.failed(), at(3000)),
    not_run: () =>
      after(
        unknown(),
        { type: 'call_status', call_id: 'call-1', verdict: { state: 'not_seen' } },
        at(50_000),
      ),
    denied: () => after(pending, events.deny(pending)),
    expired: () => after(pending, { type: 'expire' }, at(TTL_MS)),
    cancelled: () => after(pending, events.cancel()),
    lapsed: () => after(approved(), { type: 'lapse', why: 'run_by' }, at(70_000)),
  };
  return ways[state]();
}
