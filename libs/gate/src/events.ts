import type { ActorRef, ErrorCode } from '@kenny/contract/agent';
import type { CallTarget } from './frozen-call.js';
import type { CallAnswer, CallError, Outcome } from './outcome.js';
import type { GateRecord } from './record.js';

/** What the agent's journal says of a call whose answer never came (tool `call_status`). */
export type CallVerdict =
  | { readonly state: 'not_seen' }
  | { readonly state: 'running' }
  | { readonly state: 'interrupted' }
  | { readonly state: 'done'; readonly answer: CallAnswer };

interface Decided {
  /** That this principal may decide at all is the caller's check. */
  readonly by: ActorRef;
  /** Hash of the call that was shown to them. */
  readonly call_sha256: string;
  readonly reason?: string | null;
}

/**
 * Everything that can happen to an approval. `two_key` (the PC asks for two people) and `risk` are
 * as of now and not of when the call was asked for; without `risk` it is as it was.
 */
export type GateEvent =
  | ({
      readonly type: 'approve';
      readonly two_key: boolean;
      readonly risk?: GateRecord['risk'];
    } & Decided)
  | ({ readonly type: 'deny' } & Decided)
  /** Without a hash only where no person looked: the PC was deleted or got another key. */
  | ({ readonly type: 'cancel' } & Omit<Decided, 'call_sha256'> &
      Partial<Pick<Decided, 'call_sha256'>>)
  /** `approve_by` has passed. */
  | { readonly type: 'expire' }
  /** The catalog is not the one the call was frozen with. */
  | { readonly type: 'outdate'; readonly catalog: string }
  /** The one right to send: whoever writes this change sends the frame, once. */
  | { readonly type: 'claim'; readonly call_id: string; readonly target: CallTarget }
  | { readonly type: 'lapse'; readonly why: 'run_by' | 'restart' }
  | { readonly type: 'lapse'; readonly why: 'check_failed'; readonly error: CallError }
  /** The agent's answer, in time or late, checked by the caller. */
  | { readonly type: 'respond'; readonly call_id: string; readonly answer: CallAnswer }
  /** No answer can be waited for any more. */
  | { readonly type: 'lose'; readonly why: 'timeout' | 'disconnect' | 'restart' }
  /** Its sending or its outcome could not be stored in time: only the PC knows. */
  | { readonly type: 'lose'; readonly why: 'not_recorded' }
  /** An answer came but could not be taken. */
  | { readonly type: 'lose'; readonly why: 'answer_refused'; readonly message: string }
  | { readonly type: 'call_status'; readonly call_id: string; readonly verdict: CallVerdict }
  /** The database was set back: what is open here may have been decided and run since. */
  | { readonly type: 'restore' }
  /** The outcome goes to its requester, once. */
  | { readonly type: 'hand_over'; readonly principal_key: string }
  /** Nobody has fetched the result of a read. */
  | { readonly type: 'forget' };

export type GateEventType = GateEvent['type'];
export type EventOf<T extends GateEventType> = Extract<GateEvent, { type: T }>;

export function outcomeEvent(outcome: Outcome, call_id: string): GateEvent {
  if (outcome.kind !== 'lost') return { type: 'respond', call_id, answer: outcome };
  const { why, message } = outcome;
  return why === 'answer_refused' ? { type: 'lose', why, message } : { type: 'lose', why };
}

export interface Refusal {
  readonly ok: false;
  readonly code: ErrorCode;
  readonly message: string;
}

/**
 * `changes` are the fields to write where `id` and the revision that was read still match;
 * `approval` is the result. Empty changes: there is nothing to write.
 */
export type GateStep =
  | { readonly ok: true; readonly approval: GateRecord; readonly changes: Partial<GateRecord> }
  | Refusal;
