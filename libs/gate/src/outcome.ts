import type { ErrorCode, WireError } from '@kenny/contract/agent';

/** `code` may be one that a newer agent made up. */
export type CallError = Pick<WireError, 'message'> & { code: string };

/** What the PC answered, or why the call was never sent. */
export type CallAnswer =
  | { readonly kind: 'result'; readonly result: Record<string, unknown> }
  /** It did not run, or it failed. */
  | { readonly kind: 'refused'; readonly error: CallError; readonly from_agent?: true };

/** Sent, but no answer could be taken: whether it ran is unknown. */
export interface LostCall {
  readonly kind: 'lost';
  readonly why: keyof typeof LOST_CODES;
  readonly message: string;
}

export const LOST_CODES = {
  timeout: 'timeout',
  disconnect: 'offline',
  answer_refused: 'internal',
} as const satisfies Record<string, ErrorCode>;

/** Of a call, from the tunnel to the doors. */
export type Outcome = CallAnswer | LostCall;
