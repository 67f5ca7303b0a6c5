import type { CallSignal } from '../kernel/index.js';

/** What became of a request that Dispatch handed to the tunnel. */
export type TunnelOutcome =
  | { readonly kind: 'result'; readonly result: Record<string, unknown> }
  /** The PC answered with an error; the code is kept as it came (newer agents add some). */
  | { readonly kind: 'error'; readonly code: string; readonly message: string }
  /** Written, but no answer: whether it ran is not known. */
  | {
      readonly kind: 'lost';
      readonly code: 'timeout' | 'offline' | 'internal';
      readonly message: string;
    }
  /** Not one byte was written: it did not run. */
  | { readonly kind: 'not_sent'; readonly code: 'offline'; readonly message: string };

/** Whom a request is for: one key of one enrolment, not whoever comes with that id next. */
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
  /** Aborted when nobody wants the answer any more. */
  readonly signal?: CallSignal;
}

export function notSent(message: string): TunnelOutcome {
  return { kind: 'not_sent', code: 'offline', message };
}

/** It answered, but with something that cannot be taken: whether it ran is not known. */
export function refusedResponse(reason: string): TunnelOutcome {
  return { kind: 'lost', code: 'internal', message: `response refused: ${reason}` };
}
