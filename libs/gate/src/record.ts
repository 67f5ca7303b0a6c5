import type { ActorRef, ApprovalView, PcHealth, Requester } from '@kenny/contract/agent';
import type { Clock } from '@kenny/kernel';
import type { CallError } from './outcome.js';

/** A point in time as the gate needs it; nothing in this library reads a clock. */
export interface Moment {
  /** Wall time in ms since the epoch: what people see. It may jump either way. */
  readonly wall: number;
  /** Ms of this server start's monotonic clock, which cannot be set back. */
  readonly monotonic: number;
  /** Id of this server start; monotonic readings of another one mean nothing. */
  readonly boot: string;
}

export function momentOf(clock: Pick<Clock, 'now' | 'monotonic'>, boot: string): Moment {
  return { wall: clock.now(), monotonic: clock.monotonic(), boot };
}

/** A PC's state at the time of a request, for `changedSince`. */
export interface PcFacts {
  readonly name: string;
  readonly online: boolean;
  /** ISO; null while it is away. */
  readonly connected_since: string | null;
  /** Of its agent. */
  readonly version: string | null;
  readonly health: PcHealth;
  /** Why its health is not OK, in words. */
  readonly worst: string | null;
}

/** Fields shared with `ApprovalView`. */
type Shared = Pick<
  ApprovalView,
  | 'id'
  | 'seq'
  | 'call_id'
  | 'call_sha256'
  | 'tool'
  | 'args'
  | 'fix'
  | 'agent_id'
  | 'agent_uid'
  | 'kind'
  | 'risk'
  | 'door'
  | 'reason'
  | 'tainted_by'
  | 'look_twice'
  | 'state'
  | 'required'
  | 'previous'
>;

export interface GateDecision {
  readonly by: ActorRef;
  readonly decision: 'approve' | 'deny' | 'cancel';
  readonly at: number;
  readonly reason: string | null;
}

/** An earlier denial of a similar call (`isNear`) by the same requester on the same PC. */
export interface DenialBefore {
  /** The same call, not merely a similar one; absent in older approvals. */
  readonly same?: boolean;
  readonly approval_id: string;
  readonly at: number;
  readonly by: ActorRef;
  readonly reason: string | null;
}

/** The outcome as it is stored and shown. */
export interface GateOutcome {
  readonly result?: Record<string, unknown>;
  readonly error?: CallError;
}

/**
 * One approval as it is stored (design §5). All times are wall-clock milliseconds; a record's own
 * times never run backwards. `revision` grows by one with every change: write a change only where
 * the stored revision is still the one that was read (compare-and-set).
 */
export interface GateRecord extends Readonly<Shared> {
  readonly revision: number;
  /** When the present state was entered. */
  readonly state_since: number;
  /** RFC 8785 text of what is approved; `call_sha256` is its hash. */
  readonly call: string;
  /** Fingerprint of the PC's key when the call was frozen. */
  readonly agent_key: string;
  /** SHA-256 of the tool catalog when the call was frozen. */
  readonly catalog: string;
  readonly requested_by: Requester;
  /** Who may be handed the outcome: one string per principal. */
  readonly principal_key: string;
  /** Same for every repetition of this call by this principal; see `repeatRule`. */
  readonly repeat_key: string;
  readonly decisions: readonly GateDecision[];
  readonly requested_at: number;
  readonly approve_by: number;
  readonly run_by: number | null;
  readonly sent_at: number | null;
  readonly ended_at: number | null;
  readonly outcome: GateOutcome | null;
  /** The server start that wrote `deadline_monotonic`, and that sent the call once it is sent. */
  readonly boot: string;
  /** When `approve_by` (pending) or `run_by` (approved) passes by the monotonic clock of `boot`. */
  readonly deadline_monotonic: number | null;
  /** `requesterId`, by which requesters are paused; absent in older approvals. */
  readonly requester?: string;
  /** The PC at the time of the request; absent in older approvals. */
  readonly pc?: PcFacts;
  /** At the time of the request: the newest denial of a similar call. */
  readonly denied_before?: DenialBefore;
  /** When it was sent, by the monotonic clock of `boot`; absent in older approvals. */
  readonly sent_monotonic?: number;
  /** When the outcome was given to the requester. */
  readonly handed_out_at: number | null;
}

/** True once its present deadline has passed by either clock. */
export function isOverdue(record: GateRecord, now: Moment): boolean {
  const deadline = record.state === 'pending' ? record.approve_by : record.run_by;
  if (deadline !== null && now.wall >= deadline) return true;
  return (
    record.deadline_monotonic !== null &&
    record.boot === now.boot &&
    now.monotonic >= record.deadline_monotonic
  );
}

/**
 * True when the call was certainly sent within that time. After a restart only the wall clock can
 * say it, which may be wrong: a call from its future proves nothing.
 */
export function wasSentWithin(
  { boot, sent_monotonic, sent_at, state_since }: GateRecord,
  ms: number,
  now: Moment,
): boolean {
  const own = boot === now.boot && sent_monotonic !== undefined;
  const age = own ? now.monotonic - sent_monotonic : now.wall - (sent_at ?? state_since);
  return age >= 0 && age <= ms;
}
