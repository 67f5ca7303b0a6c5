import { TIMES, type ApprovalState, type ErrorCode } from '@kenny/contract/agent';
import {
  countApprovals,
  hasDecided,
  higherRisk,
  isRequester,
  keysFor,
  mayApprove,
} from './deciders.js';
import type { EventOf, GateEvent, GateStep, Refusal } from './events.js';
import { frozenCall } from './frozen-call.js';
import { keptUntil } from './repeat.js';
import { LOST_CODES, type CallAnswer, type CallError } from './outcome.js';
import { isOverdue, wasSentWithin, type GateRecord, type Moment } from './record.js';

/** How long an approved call may wait to be sent, by wall and by monotonic clock (design §5). */
export const RUN_WINDOW_MS = 60_000;

/**
 * Until then a journal that has not seen the call proves that it never came: half of what it keeps,
 * because the PC counts by a clock of its own.
 */
const NOT_SEEN_PROVES_MS = TIMES.journalMs / 2;

/**
 * The gate as a map (design §5): from each state, where an approval can go. No edge leads back, and
 * `sent` has one way in, so a call is sent at most once.
 */
export const EDGES: Readonly<Record<ApprovalState, readonly ApprovalState[]>> = {
  pending: ['approved', 'denied', 'expired', 'cancelled'],
  approved: ['sent', 'lapsed'],
  sent: ['done', 'failed', 'unknown'],
  unknown: ['done', 'failed', 'not_run'],
  done: [],
  failed: [],
  not_run: [],
  denied: [],
  expired: [],
  cancelled: [],
  lapsed: [],
};

export function isTerminal(state: ApprovalState): boolean {
  return EDGES[state].length === 0;
}

/**
 * What an event does to an approval at a moment. Pure: the caller writes `changes` by
 * compare-and-set on `revision`, with the audit row, in one transaction.
 */
export function next(approval: GateRecord, event: GateEvent, now: Moment): GateStep {
  switch (event.type) {
    case 'approve':
      return approve(approval, event, now);
    case 'deny':
      return deny(approval, event, now);
    case 'cancel':
      return cancel(approval, event, now);
    case 'expire':
      return expire(approval, now);
    case 'outdate':
      return outdate(approval, event, now);
    case 'claim':
      return claim(approval, event, now);
    case 'lapse':
      return lapse(approval, event, now);
    case 'respond':
      return respond(approval, event, now);
    case 'lose':
      return lose(approval, event, now);
    case 'call_status':
      return settle(approval, event, now);
    case 'restore':
      return restore(approval, now);
    case 'hand_over':
      return handOver(approval, event, now);
    case 'forget':
      return forget(approval, now);
  }
}

function approve(before: GateRecord, event: EventOf<'approve'>, now: Moment): GateStep {
  const refusal = refuseDecision(before, event, now);
  if (refusal) return refusal;
  // The higher of then and now: a risk or a second key that was shown stays.
  const risk = higherRisk(before.risk, event.risk ?? before.risk);
  const required = before.required === 2 ? 2 : keysFor(risk, event.two_key);
  const a = { ...before, risk, required };
  if (!mayApprove(a, event.by)) {
    return refuse('forbidden', 'an operator has to approve this; ask one to decide');
  }
  if (hasDecided(a, event.by)) {
    return refuse('already_decided', 'you have approved this; a second operator has to as well');
  }
  const decided = { ...decide(a, event, now), risk, required };
  if (countApprovals({ ...a, ...decided }) < a.required) return change(a, decided);
  return move(a, 'approved', now, {
    ...decided,
    run_by: stamp(a, now) + RUN_WINDOW_MS,
    deadline_monotonic: now.monotonic + RUN_WINDOW_MS,
    boot: now.boot,
  });
}

function deny(a: GateRecord, event: EventOf<'deny'>, now: Moment): GateStep {
  const refusal = refuseDecision(a, event, now);
  if (refusal) return refusal;
  if (event.by.kind !== 'operator' && !isRequester(a, event.by)) {
    return refuse('forbidden', 'only an operator or the requester can deny this');
  }
  return end(a, 'denied', now, {
    ...decide(a, event, now),
    outcome: failure('denied', event.reason ?? 'denied by an operator'),
  });
}

function cancel(a: GateRecord, event: EventOf<'cancel'>, now: Moment): GateStep {
  if (a.state !== 'pending' && a.state !== 'approved') return refuseDecided(a);
  if (event.call_sha256 !== undefined && event.call_sha256 !== a.call_sha256) return refuseHash();
  const { kind } = event.by;
  if (kind !== 'operator' && kind !== 'system' && !isRequester(a, event.by)) {
    return refuse('forbidden', 'only its requester or an operator can cancel this');
  }
  return end(a, a.state === 'pending' ? 'cancelled' : 'lapsed', now, {
    ...decide(a, event, now),
    outcome: failure('expired', `cancelled by ${event.by.name} before it was sent; nothing ran`),
  });
}

function expire(a: GateRecord, now: Moment): GateStep {
  if (a.state !== 'pending') return refuseDecided(a);
  if (!isOverdue(a, now)) return refuse('conflict', 'there is still time to decide');
  return end(a, 'expired', now, {
    outcome: failure('expired', 'nobody decided in time; nothing ran'),
  });
}

function outdate(a: GateRecord, { catalog }: EventOf<'outdate'>, now: Moment): GateStep {
  if (a.state !== 'pending') return refuseDecided(a);
  if (catalog === a.catalog)
    return refuse('conflict', 'the tools are the same as when it was asked');
  return end(a, 'expired', now, {
    outcome: failure('expired', 'the tools have changed since it was asked; nothing ran'),
  });
}

function claim(a: GateRecord, event: EventOf<'claim'>, now: Moment): GateStep {
  if (a.state === 'pending') return refuse('forbidden', 'this call is not approved');
  if (a.state !== 'approved') return refuseDecided(a);
  if (countApprovals(a) < a.required) return refuse('forbidden', 'this call is not approved');
  if (a.boot !== now.boot) return refuse('expired', 'the server has restarted since the approval');
  if (isOverdue(a, now)) return refuse('expired', 'the approval is too old to be used');
  const { agent_id, tool, args } = a;
  if (frozenCall({ ...event.target, agent_id, tool, args }).sha256 !== a.call_sha256) {
    return refuse('hash_mismatch', 'the PC, its key or the tools are not those that were approved');
  }
  return move(a, 'sent', now, {
    call_id: event.call_id,
    sent_at: stamp(a, now),
    sent_monotonic: now.monotonic,
    deadline_monotonic: null,
  });
}

function lapse(a: GateRecord, event: EventOf<'lapse'>, now: Moment): GateStep {
  if (a.state !== 'approved') return refuse('conflict', 'only an approved call can lapse');
  if (event.why === 'run_by' && !isOverdue(a, now))
    return refuse('conflict', 'it can still be sent');
  if (event.why === 'restart' && a.boot === now.boot) {
    return refuse('conflict', 'the server has not restarted since the approval');
  }
  const outcomes = {
    run_by: failure('expired', 'approved, but it could not be sent in time; nothing ran'),
    restart: failure('expired', 'the server restarted before it was sent; nothing ran'),
  };
  const outcome = event.why === 'check_failed' ? { error: event.error } : outcomes[event.why];
  return end(a, 'lapsed', now, { outcome });
}

function respond(a: GateRecord, event: EventOf<'respond'>, now: Moment): GateStep {
  if (a.state !== 'sent' && a.state !== 'unknown') {
    return refuse('conflict', 'no answer to this call is being waited for');
  }
  if (event.call_id !== a.call_id) return refuse('conflict', 'the answer is to another call');
  return answered(a, event.answer, now);
}

function lose(a: GateRecord, event: EventOf<'lose'>, now: Moment): GateStep {
  if (a.state !== 'sent') return refuse('conflict', 'no answer to this call is being waited for');
  if (event.why === 'restart' && a.boot === now.boot) {
    return refuse('conflict', 'the server has not restarted since it was sent');
  }
  const mayHaveRun =
    a.kind === 'read' ? 'ask for it again' : 'it may have run; look before you repeat it';
  const outcomes = {
    timeout: failure(LOST_CODES.timeout, `the PC did not answer in time: ${mayHaveRun}`),
    disconnect: failure(
      LOST_CODES.disconnect,
      `the PC went away before it answered: ${mayHaveRun}`,
    ),
    restart: failure('unavailable', `the server restarted before the answer came: ${mayHaveRun}`),
    not_recorded: failure('unavailable', `what became of it could not be stored: ${mayHaveRun}`),
  };
  const outcome =
    event.why === 'answer_refused'
      ? failure(LOST_CODES.answer_refused, `response refused: ${event.message}: ${mayHaveRun}`)
      : outcomes[event.why];
  if (a.kind === 'read') return end(a, 'failed', now, { outcome });
  return move(a, 'unknown', now, { outcome });
}

const INTERRUPTED = 'interrupted on the PC: it may have run in part';

function settle(
  a: GateRecord,
  { call_id, verdict }: EventOf<'call_status'>,
  now: Moment,
): GateStep {
  if (a.state !== 'unknown') return refuse('conflict', 'the outcome of this call is already known');
  if (call_id !== a.call_id) return refuse('conflict', 'the PC was asked about another call');
  switch (verdict.state) {
    case 'done':
      return answered(a, verdict.answer, now);
    case 'not_seen':
      if (!wasSentWithin(a, NOT_SEEN_PROVES_MS, now)) return unchanged(a);
      return end(a, 'not_run', now, {
        outcome: failure('offline', 'the call never reached the PC; nothing ran'),
      });
    case 'interrupted':
      if (a.outcome?.error?.message === INTERRUPTED) return unchanged(a);
      return change(a, { outcome: failure('internal', INTERRUPTED) });
    case 'running':
      return unchanged(a);
  }
}

const SET_BACK = "the server's database was set back to an earlier state";

/** Later decisions are unknown here: nothing open may go on. */
function restore(a: GateRecord, now: Moment): GateStep {
  const since = `${SET_BACK}: this may have been decided and run since; look before you ask again`;
  switch (a.state) {
    case 'pending':
      return end(a, 'expired', now, { outcome: failure('expired', since) });
    case 'approved':
      return end(a, 'lapsed', now, { outcome: failure('expired', since) });
    case 'sent': {
      const outcome = failure('unavailable', `${SET_BACK}: look before you repeat it`);
      return move(a, a.kind === 'read' ? 'failed' : 'unknown', now, { outcome });
    }
    default:
      return refuse('conflict', 'this is no longer open');
  }
}

function handOver(a: GateRecord, event: EventOf<'hand_over'>, now: Moment): GateStep {
  if (a.state !== 'done' && a.state !== 'failed') {
    return refuse('conflict', 'this request has no outcome yet');
  }
  if (event.principal_key !== a.principal_key) {
    return refuse('forbidden', 'only the requester gets the outcome');
  }
  if (a.handed_out_at !== null) return refuse('conflict', 'the outcome was already delivered');
  return change(a, { handed_out_at: stamp(a, now), ...withoutResult(a) });
}

function forget(a: GateRecord, now: Moment): GateStep {
  const until = keptUntil(a);
  if (until === null) return refuse('conflict', 'nothing is kept of this');
  if (now.wall < until) return refuse('conflict', 'whoever asked for it may still come');
  return change(a, withoutResult(a));
}

/** The result of a read is erased when it is handed over. */
function withoutResult({ kind, outcome }: GateRecord): Partial<Pick<GateRecord, 'outcome'>> {
  if (kind === 'change' || !outcome?.result) return {};
  const { result: _read, ...rest } = outcome;
  return { outcome: rest };
}

function answered(a: GateRecord, answer: CallAnswer, now: Moment): GateStep {
  return answer.kind === 'result'
    ? end(a, 'done', now, { outcome: { result: answer.result } })
    : end(a, 'failed', now, { outcome: { error: answer.error } });
}

/** Common to approvals and denials: still pending, same call as shown, in time. */
function refuseDecision(
  a: GateRecord,
  { call_sha256 }: EventOf<'approve' | 'deny'>,
  now: Moment,
): Refusal | undefined {
  if (a.state !== 'pending') return refuseDecided(a);
  if (call_sha256 !== a.call_sha256) return refuseHash();
  if (isOverdue(a, now)) return refuse('expired', 'the time to decide is over; ask for it again');
  return undefined;
}

function refuseDecided({ state }: GateRecord): Refusal {
  return state === 'expired'
    ? refuse('expired', 'the time to decide is over; ask for it again')
    : refuse('already_decided', `this is already decided: it is ${state}`);
}

function refuseHash(): Refusal {
  return refuse('hash_mismatch', 'you were shown another call; read the approval again');
}

function decide(
  a: GateRecord,
  { type, by, reason }: EventOf<'approve' | 'deny' | 'cancel'>,
  now: Moment,
): Pick<GateRecord, 'decisions'> {
  const decision = { by, decision: type, at: stamp(a, now), reason: reason ?? null };
  return { decisions: [...a.decisions, decision] };
}

/** Wall time, clamped so that a record's own times never run backwards. */
function stamp(a: GateRecord, now: Moment): number {
  return Math.max(now.wall, a.state_since, a.decisions.at(-1)?.at ?? 0);
}

function end(
  a: GateRecord,
  to: ApprovalState,
  now: Moment,
  changes: Partial<GateRecord>,
): GateStep {
  return move(a, to, now, { ...changes, ended_at: stamp(a, now), deadline_monotonic: null });
}

function move(
  a: GateRecord,
  to: ApprovalState,
  now: Moment,
  changes: Partial<GateRecord>,
): GateStep {
  if (!EDGES[a.state].includes(to)) throw new Error(`no edge leads from ${a.state} to ${to}`);
  return change(a, { ...changes, state: to, state_since: stamp(a, now) });
}

function change(a: GateRecord, fields: Partial<GateRecord>): GateStep {
  const changes = { ...fields, revision: a.revision + 1 };
  return { ok: true, approval: { ...a, ...changes }, changes };
}

function unchanged(a: GateRecord): GateStep {
  return { ok: true, approval: a, changes: {} };
}

function failure(code: ErrorCode, message: string): { error: CallError } {
  return { error: { code, message } };
}

function refuse(code: ErrorCode, message: string): Refusal {
  return { ok: false, code, message };
}
