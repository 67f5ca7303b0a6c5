import type {
  AskedQuestion,
  ErrorCode,
  QuestionReply,
  StreamingBehavior,
} from '@kenny/contract/agent';
import type {
  CompactionContent,
  Choice,
  NewPicture,
  Requester,
  ToolOutcome,
  ToolUse,
  TurnError,
} from './records.js';

/** One answer of the brain. */
export interface Thought {
  /** Tokens of the whole conversation with this answer, where they are counted. */
  readonly context_tokens?: number;
  /** Kept and sent back byte for byte. */
  readonly raw: unknown;
  readonly text: string;
  readonly calls: readonly ToolUse[];
  /**
   * `tools`: it waits for its calls' results. `more`: it wants to go on. `end`: it has answered.
   * Anything else ended it early; its calls, if there are any, are not run.
   */
  readonly stop: 'tools' | 'more' | 'end' | { readonly early: TurnError };
  readonly usage?: Readonly<Record<string, number>>;
}

export interface Delta {
  readonly kind: 'assistant' | 'reasoning';
  readonly text: string;
}

/** What a brain reports while it is at work; one that calls tools by itself reports these too. */
export type Observation =
  | { readonly type: 'modelRetry'; readonly payload: Readonly<Record<string, unknown>> }
  | { readonly type: 'toolCall'; readonly payload: Readonly<Record<string, unknown>> }
  | { readonly type: 'toolPending'; readonly payload: Readonly<Record<string, unknown>> }
  | { readonly type: 'toolResult'; readonly payload: Readonly<Record<string, unknown>> };

/** An approval that a turn had asked for, in whatever state it is now. */
export interface TurnApproval {
  readonly approval_id: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly agent_id: string;
}

/** Everything that can happen to a conversation. */
export type ConversationInput =
  | {
      readonly type: 'message';
      readonly text: string;
      /** What the person wrote, where the text was made from it. */
      readonly typed?: string;
      readonly pictures?: readonly NewPicture[];
      readonly requester: Requester;
      /** Without it `newTurn`, which waits in the queue like `followUp`; `steer` joins. */
      readonly behavior?: StreamingBehavior;
      /** The one turn that `steer` may join; another one that is at work by then is not steered. */
      readonly steers?: string;
      readonly agent_id?: string;
      /** Refused while a turn is at work or waits: for doors that can show one answer only. */
      readonly only_when_idle?: boolean;
      /** `steer` is refused when it can join no turn, instead of becoming one. */
      readonly strict_steer?: boolean;
      /** The conversation's name from now on, if this is its first message and it has none. */
      readonly title?: string;
    }
  | { readonly type: 'cancel'; readonly turn_id: string }
  | { readonly type: 'rename'; readonly name: string | null; readonly by: Requester }
  | ({ readonly type: 'choose'; readonly by: Requester } & Partial<Choice>)
  | {
      readonly type: 'delete';
      readonly by: Requester;
      /** Refused while a turn is at work or waits, instead of cancelling it. */
      readonly only_when_idle?: boolean;
    }
  | { readonly type: 'deltas'; readonly at: RoundOf; readonly deltas: readonly Delta[] }
  | { readonly type: 'observed'; readonly at: RoundOf; readonly observation: Observation }
  | { readonly type: 'thought'; readonly at: RoundOf; readonly thought: Thought }
  | { readonly type: 'brain_failed'; readonly at: RoundOf; readonly error: TurnError }
  | { readonly type: 'opened'; readonly call: CallOf; readonly approval_id: string }
  /** The call asks the operator something. */
  | {
      readonly type: 'asked';
      readonly call: CallOf;
      readonly questions: readonly AskedQuestion[];
      /** Epoch ms. */
      readonly answer_by: number;
    }
  | {
      readonly type: 'reply';
      readonly question_id: string;
      /** One to each question; null = there will be none. */
      readonly answers: readonly QuestionReply[] | null;
    }
  | { readonly type: 'unanswered'; readonly question_id: string }
  | {
      readonly type: 'answered';
      readonly call: CallOf;
      readonly outcome: ToolOutcome;
      /** A sensitive read, as `tool@pc`. */
      readonly taints?: string;
      readonly granted?: boolean;
      /** The PC that the call chose for the conversation. */
      readonly selects?: string;
    }
  /** A summary of older entries; of no use when the conversation is another one by now. */
  | {
      readonly type: 'compacted';
      /** The round that waits for it; null = no turn may be at work. */
      readonly at: RoundOf | null;
      /** How many entries there were. */
      readonly known: number;
      readonly turn_id: string;
      readonly content: CompactionContent;
    }
  /** After a restart: whatever was running is gone. */
  | { readonly type: 'restarted'; readonly approvals: readonly TurnApproval[] };

/** Late answers of an earlier round are ignored. */
export interface RoundOf {
  readonly turn_id: string;
  readonly round: number;
}

export interface CallOf {
  readonly turn_id: string;
  readonly tool_call_id: string;
}

/** What the engine has to do once a step is stored. */
export type Effect =
  | ({ readonly type: 'think' } & RoundOf)
  | ({ readonly type: 'call' } & CallOf)
  | ({ readonly type: 'watch'; readonly approval_id: string } & CallOf)
  /** Times out as `unanswered` at `answer_by`. */
  | ({
      readonly type: 'await_reply';
      readonly question_id: string;
      readonly answer_by: number;
    } & CallOf)
  /** No longer needed. */
  | { readonly type: 'reply_over'; readonly question_id: string }
  | { readonly type: 'cancel_approval'; readonly approval_id: string; readonly reason: string }
  /** Abort whatever runs for this turn. */
  | { readonly type: 'abort'; readonly turn_id: string };

export interface ConversationRefusal {
  readonly ok: false;
  /** A turn is at work: the same may work later. */
  readonly busy?: boolean;
  readonly code: ErrorCode;
  readonly message: string;
}
