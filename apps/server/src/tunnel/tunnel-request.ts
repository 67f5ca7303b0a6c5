import type { ResponseFrame } from '@kenny/contract';
import type { CallAnswer, LostCall } from '@kenny/gate';
import type { CallSignal } from '../kernel/index.js';

/** One key of one enrolment, not whoever connects with that id next. */
export interface Recipient {
  readonly agent_id: string;
  readonly agent_uid: string;
  readonly agent_key: string;
}

export interface TunnelRequest {
  /** `request.id` = `call_id` = audit id. */
  readonly id: string;
  readonly tool: string;
  readonly args: Record<string, unknown>;
  /** Of a change: the approval it is made for. */
  readonly approval?: string;
  /** How long the server waits for the answer. */
  readonly timeoutMs: number;
  /** Aborted when the caller no longer wants the answer. */
  readonly signal?: CallSignal;
}

/** An error keeps its code as it came: newer agents have more of them. */
export function answerOf({
  ok,
  result = {},
  error = { code: 'internal', message: 'the PC gave no reason' },
}: Pick<ResponseFrame, 'ok' | 'result' | 'error'>): CallAnswer {
  if (ok) return { kind: 'result', result };
  const { code, message } = error;
  return { kind: 'refused', error: { code, message }, from_agent: true };
}

/** Not one byte was written: it did not run. */
export function notSent(message: string): CallAnswer {
  return { kind: 'refused', error: { code: 'offline', message } };
}

export function lost(why: LostCall['why'], message: string): LostCall {
  return { kind: 'lost', why, message };
}

/** It answered, but with something that cannot be taken. */
export function refusedResponse(reason: string): LostCall {
  return lost('answer_refused', `response refused: ${reason}`);
}
