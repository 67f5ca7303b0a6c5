/**
 * What happens in a turn of a conversation, as every door shows it (seed 004; the same on SSE, `/ws`
 * and stdio). `turnQueued` is the first event of a turn, `turnFinished` the last, exactly once.
 */
export const TURN_EVENTS = [
  'turnQueued',
  'turnStarted',
  'turnSteered',
  'reasoningDelta',
  'assistantDelta',
  'assistantMessage',
  'modelRetry',
  'toolCall',
  /**
   * The call waits for a person; its end comes as `toolResult`. The payload has `approvalId` of a
   * change, or `question` (a `ChatQuestion`) where the model asks the operator something.
   */
  'toolPending',
  'toolResult',
  'answer',
  'turnCancelRequested',
  'error',
  'turnFinished',
] as const;
export type TurnEventType = (typeof TURN_EVENTS)[number];

/** `waiting`: nothing goes on until a person has decided about a call, or answered one. */
export const TURN_STATUSES = [
  'queued',
  'running',
  'waiting',
  'completed',
  'failed',
  'canceled',
] as const;
export type TurnStatus = (typeof TURN_STATUSES)[number];

/** What became of a call in a turn (design §4.1, `tool_events`). */
export const TOOL_CALL_STATUSES = ['ok', 'error', 'denied', 'expired', 'pending'] as const;
export type ToolCallStatus = (typeof TOOL_CALL_STATUSES)[number];

export interface TurnEvent {
  readonly session_id: string;
  readonly turn_id: string;
  /** 1, 2, 3 … within its turn, without a gap. */
  readonly sequence: number;
  /** Epoch ms. */
  readonly at: number;
  readonly type: TurnEventType;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Why the engine itself ended a turn; a brain has codes of its own. */
export const TURN_FAULTS = {
  interrupted: 'The server restarted during this turn. Ask again.',
  round_limit: 'The model kept calling tools without an answer. Ask again.',
} as const;
export type TurnFault = keyof typeof TURN_FAULTS;

/** Why a model gave no answer, in words for people who can do something about it. */
export const MODEL_FAULTS = {
  chat_unavailable:
    'The chat needs a key: set ANTHROPIC_API_KEY on the server, or let an admin store one (docs/guides/chat.md). Everything else works.',
  model_key_refused:
    'The model service does not accept the key. Check ANTHROPIC_API_KEY, or the key that an admin has stored.',
  model_forbidden: 'The key may not use this model. Check it, and KENNY_CHAT_MODEL.',
  model_billing: "The model service has a billing problem. Check the key's account.",
  model_unknown: 'The model service does not know the model. Check KENNY_CHAT_MODEL.',
  model_request_refused: 'The model service did not accept the request.',
  model_context_full: 'This conversation is too long for the model. Start a new one.',
  model_rate_limited: 'Too many requests to the model service. Try again later.',
  model_overloaded: 'The model service is overloaded. Try again in a minute.',
  model_failed: 'The model service failed. Try again in a minute.',
  model_unreachable: "Cannot reach the model service. Check the server's network.",
  model_broke_off: "The model's answer kept breaking off. Try again in a minute.",
  model_silent: 'The model service did not answer. Try again in a minute.',
  model_refused: 'The model declined to answer this. Say it differently, or ask something else.',
  model_cut_off: 'The answer became too long and was cut off. Ask for less at a time.',
  model_garbled: "The model's answer was unreadable. Ask again.",
} as const;
export type ModelFault = keyof typeof MODEL_FAULTS;
