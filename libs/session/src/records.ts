import type { AskedQuestion, ToolCallStatus, TurnEvent, TurnStatus } from '@kenny/contract/agent';

/** A conversation. Times in epoch ms. */
export interface ConversationRecord {
  readonly id: string;
  /** Who made it: an operator's id. */
  readonly owner_id: string;
  readonly name: string | null;
  /** The PC that calls without an `agent_id` go to (D4: never wider than this conversation). */
  readonly agent_id: string | null;
  /** The PCs that it may be about: those of whoever began it; null = all. */
  readonly agents: readonly string[] | null;
  /** A sensitive read was made: readers need that right. Never unset. */
  readonly sensitive: boolean;
  /** A sensitive read was approved for this conversation: its owner may see it. Never unset. */
  readonly granted: boolean;
  /** The model that answers, and how hard it thinks; null = the operator's default. */
  readonly model: string | null;
  readonly effort: string | null;
  /** Whose brain answers; opaque to the engine. */
  readonly kind: string;
  /** The conversation that this is a fork or clone of. */
  readonly parent_id: string | null;
  readonly created_at: number;
  readonly updated_at: number;
  readonly deleted_at: number | null;
  /** How many turns there have been. */
  readonly turns: number;
  /** How many entries there have been. */
  readonly entries: number;
}

/** What a person chose for a conversation. */
export type Choice = Pick<ConversationRecord, 'model' | 'effort'>;

/** Who asked for a turn, as JSON: opaque to the engine. */
export type Requester = Readonly<Record<string, unknown>>;

/** A picture that a message names; its data is kept once, under its id. */
export interface PictureRef {
  readonly id: string;
  readonly mime_type: string;
  readonly bytes: number;
  /** Width and height in pixels. */
  readonly sides: readonly [number, number];
  readonly name: string | null;
}

/** A picture as it came, checked by whoever took it. */
export interface NewPicture extends Omit<PictureRef, 'id'> {
  /** Base64. */
  readonly data: string;
}

export interface StoredPicture {
  readonly id: string;
  readonly session_id: string;
  /** Base64. */
  readonly data: string;
}

export interface UserInput {
  readonly text: string;
  /** What the person wrote, where the text was made from it. */
  readonly typed?: string;
  readonly images?: readonly PictureRef[];
}

export interface TurnError {
  readonly code: string;
  readonly message: string;
}

/** Why a call has no result; the details are for whoever asked for it. */
export interface ToolFault extends TurnError {
  readonly details?: Readonly<Record<string, unknown>>;
}

/** One call that the model asked for. */
export interface ToolUse {
  readonly tool_call_id: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** How a call ended, for the model and for people. */
export interface ToolOutcome {
  readonly status: Exclude<ToolCallStatus, 'pending'>;
  /** How long it ran once a person had approved it: the wait is not the PC's time. */
  readonly ran_ms?: number;
  readonly result?: unknown;
  readonly error?: ToolFault;
  readonly call_id: string | null;
  /** Where it ran, or was to run; null when no PC was reached. */
  readonly agent_id: string | null;
}

/** What the brain asks a person. Times in epoch ms. */
export interface OpenQuestion {
  readonly id: string;
  readonly questions: readonly AskedQuestion[];
  readonly asked_at: number;
  readonly answer_by: number;
}

/**
 * `ready` → `running` → (`waiting` for a person →) `answered`. A call is handed to the tools once,
 * when it becomes `running`.
 */
export interface CallState extends ToolUse {
  readonly phase: 'ready' | 'running' | 'waiting' | 'answered';
  /** The target: the call's own `agent_id`, else the conversation's when it was started. */
  readonly agent_id: string | null;
  readonly approval_id: string | null;
  /** What it asks the operator; a call that waits has this or an approval. */
  readonly question: OpenQuestion | null;
  readonly started_at: number | null;
  readonly ended_at: number | null;
  readonly outcome: ToolOutcome | null;
}

/** One turn: a message, and what the model and the tools did about it. */
export interface TurnRecord {
  readonly id: string;
  readonly session_id: string;
  /** 1, 2, 3 … within the conversation. */
  readonly number: number;
  readonly status: TurnStatus;
  readonly requester: Requester;
  readonly input: UserInput;
  /** As it was when the turn began: all its rounds are one model's. Absent while it is queued. */
  readonly chosen?: Choice;
  readonly cancel_requested: boolean;
  /** Rounds of the model so far, including the running one. */
  readonly round: number;
  /** Calls of the model's last message, in order; empty while it is thinking. */
  readonly calls: readonly CallState[];
  /** Every approval that a call of this turn has opened, in whichever round. */
  readonly approvals: readonly string[];
  /** Messages for the model's next round. */
  readonly steering: readonly UserInput[];
  /** Sensitive reads so far, as `tool@pc`: a change that follows says so (design §4.1). */
  readonly tainted_by: readonly string[];
  /** The last event's number. */
  readonly sequence: number;
  readonly error: TurnError | null;
  readonly usage: Readonly<Record<string, number>>;
  readonly created_at: number;
  readonly started_at: number | null;
  readonly finished_at: number | null;
}

/** What the brain reads: never changed, only appended. */
export interface Entry {
  readonly id: string;
  readonly session_id: string;
  readonly turn_id: string;
  /** 1, 2, 3 … within the conversation. */
  readonly number: number;
  readonly at: number;
  readonly content: EntryContent;
}

export type EntryContent =
  | ({ readonly role: 'user' } & UserInput)
  /** `raw` goes back to the model byte for byte (D8). */
  | {
      readonly role: 'assistant';
      readonly raw: unknown;
      readonly text: string;
      readonly calls: readonly ToolUse[];
      /** Tokens of all that was said up to here, with this answer, as its service counted them. */
      readonly context_tokens?: number;
    }
  /** Answers all calls of the message before it, in its order. */
  | { readonly role: 'tools'; readonly results: readonly ToolResult[] }
  | CompactionContent;

/** Stands before the brain for all entries older than the first one that is kept; erases none. */
export interface CompactionContent {
  readonly role: 'compaction';
  readonly summary: string;
  readonly first_kept_entry_id: string;
  /** The message of the turn that the first one kept belongs to, if that is older: kept as well. */
  readonly message_entry_id: string | null;
  readonly tokens_before: number;
}

export interface ToolResult {
  readonly tool_call_id: string;
  readonly tool: string;
  readonly outcome: ToolOutcome;
}

/** All that the engine has to know to take the next step of a conversation. */
export interface ConversationState {
  readonly session: ConversationRecord;
  readonly active: TurnRecord | null;
  readonly queue: readonly TurnRecord[];
}

/** A rename, choice or deletion, for the audit log. */
export type ConversationChange =
  | {
      readonly type: 'rename';
      readonly by: Requester;
      readonly from: string | null;
      readonly to: string | null;
    }
  | ({ readonly type: 'choose'; readonly by: Requester } & Choice)
  | { readonly type: 'delete'; readonly by: Requester };

/** What one step writes in one transaction, before anybody is told. */
export interface Changes {
  readonly session: ConversationRecord;
  readonly turns: readonly TurnRecord[];
  readonly entries: readonly Entry[];
  readonly events: readonly TurnEvent[];
  /** Of messages that this step has taken. */
  readonly pictures?: readonly StoredPicture[];
  /** Goes into the audit log. */
  readonly audited?: ConversationChange;
}

export const isOver = ({ status }: TurnRecord): boolean =>
  status === 'completed' || status === 'failed' || status === 'canceled';
