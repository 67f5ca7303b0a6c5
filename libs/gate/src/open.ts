import type { ApprovalView, Requester } from '@kenny/contract/agent';
import { keysFor } from './deciders.js';
import { frozenCall, repeatKey, type CallToFreeze } from './frozen-call.js';
import type { DenialBefore, GateRecord, Moment, PcFacts } from './record.js';

export interface ApprovalRequest extends CallToFreeze {
  readonly id: string;
  /** One more than that of the newest approval there is. */
  readonly seq: number;
  readonly kind: ApprovalView['kind'];
  readonly risk: ApprovalView['risk'];
  /** The PC asks for two people where the risk is high. */
  readonly two_key: boolean;
  readonly door: ApprovalView['door'];
  readonly requested_by: Requester;
  readonly principal_key: string;
  readonly reason: string | null;
  readonly tainted_by: string[];
  /** What a person should look at twice; any of it makes the risk high. */
  readonly look_twice: ApprovalView['look_twice'];
  /** The earlier approval of the same call, from `repeatRule`. */
  readonly previous: string | null;
  readonly requester?: string;
  readonly fix?: string;
  readonly pc?: PcFacts;
  readonly denied_before?: DenialBefore;
  /** How long people have to decide, in ms. */
  readonly ttl_ms: number;
}

/** The first record of an approval: pending, with its call frozen. @throws as `frozenCall`. */
export function openApproval(request: ApprovalRequest, now: Moment): GateRecord {
  const { two_key, ttl_ms, ...call } = request;
  const risk = request.look_twice.length > 0 ? 'high' : request.risk;
  const frozen = frozenCall(call);
  return {
    ...call,
    risk,
    // From the frozen text, so that what is shown, stored and sent is what was hashed.
    args: (JSON.parse(frozen.text) as { args: Record<string, unknown> }).args,
    call: frozen.text,
    call_sha256: frozen.sha256,
    repeat_key: repeatKey(call),
    call_id: null,
    revision: 1,
    state: 'pending',
    state_since: now.wall,
    required: keysFor(risk, two_key),
    decisions: [],
    requested_at: now.wall,
    approve_by: now.wall + ttl_ms,
    run_by: null,
    sent_at: null,
    ended_at: null,
    outcome: null,
    boot: now.boot,
    deadline_monotonic: now.monotonic + ttl_ms,
    handed_out_at: null,
  };
}
