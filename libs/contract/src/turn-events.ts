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
  /** The call waits for a person; its end comes as `toolResult`. */
  'toolPending',
  'toolResult',
  'answer',
  'turnCancelRequested',
  'error',
  'turnFinished',
] as const;
export type TurnEventType = (typeof TURN_EVENTS)[number];

/** `waiting`: nothing goes on until a person has decided about a call. */
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
  interrupted: 'The server was restarted while this turn was at work. Ask again.',
  round_limit: 'The model asked for tools again and again without coming to an end. Ask again.',
} as const;
export type TurnFault = keyof typeof TURN_FAULTS;
