import type { AskedQuestion } from '@kenny/contract/agent';
import type { Clock } from '@kenny/kernel';
import type { CompactionPlan, CompactionSettings, TokensOf } from './compaction.js';
import type { Delta, Observation, Thought, TurnApproval } from './inputs.js';
import type {
  CallState,
  Changes,
  Entry,
  ConversationRecord,
  ConversationState,
  ToolOutcome,
  TurnRecord,
} from './records.js';

/** Where conversations are kept. What `commit` has resolved for survives a power cut. */
export interface ConversationStore {
  create(session: ConversationRecord): Promise<void>;
  /** With the turn at work and those that wait; undefined for an id that is not there. */
  load(sessionId: string): Promise<ConversationState | undefined>;
  /** All of it or nothing, durably. Calls for one conversation never overlap. */
  commit(changes: Changes): Promise<void>;
  /** In the order in which they were appended. */
  entries(sessionId: string): Promise<readonly Entry[]>;
  /** Base64 by id; without those that are not there. */
  pictures(sessionId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  turn(turnId: string): Promise<TurnRecord | undefined>;
  /** Conversations with a running or waiting turn. */
  busy(): Promise<readonly string[]>;
}

export interface BrainWork {
  readonly session: ConversationRecord;
  readonly turn: TurnRecord;
  readonly entries: readonly Entry[];
  /** Base64 by id, of pictures that the entries name. */
  pictures(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** What a brain may say while it is at work. */
export interface BrainVoice {
  delta(delta: Delta): void;
  observe(observation: Observation): void;
}

/** What a compaction has led to. */
export interface CompactionResult {
  readonly summary: string;
  readonly first_kept_entry_id: string;
  readonly tokens_before: number;
}

/** Told when a compaction begins and ends; `error` is in words for people. */
export interface CompactionNews {
  readonly session_id: string;
  readonly phase: 'start' | 'end';
  readonly result: CompactionResult | null;
  readonly error: string | null;
}

/** Entries that a summary is to stand for. */
export interface SummaryWork extends Pick<CompactionPlan, 'older' | 'begun' | 'previous'> {
  readonly session: ConversationRecord;
}

/** Makes long conversations short enough for a model. */
export interface Compactor {
  readonly tokensOf: TokensOf;
  /** How many tokens the model of that conversation takes, and how much of them is to be used. */
  room(session: ConversationRecord): Promise<{ window: number; settings: CompactionSettings }>;
  /** @throws BrainFailure in words for people; the signal's reason when it is aborted */
  summarise(work: SummaryWork, instructions: string, signal: AbortSignal): Promise<string>;
}

/** The model behind an API, or an agent that calls tools by itself. */
export interface Brain {
  /** Absent where the brain keeps its own memory. */
  readonly compactor?: Compactor;
  /**
   * One round: reads the conversation and says one thing.
   * @throws BrainFailure when it cannot; anything else thrown is a fault of this program
   */
  think(work: BrainWork, voice: BrainVoice, signal: AbortSignal): Promise<Thought>;
}

/** A brain could not answer; the words are for people. */
export class BrainFailure extends Error {
  constructor(
    readonly code: string,
    message: string,
    /** The conversation is too long for the model. */
    readonly contextFull = false,
  ) {
    super(message);
    this.name = 'BrainFailure';
  }
}

export interface ToolRequest {
  readonly session: ConversationRecord;
  readonly turn: TurnRecord;
  readonly call: CallState;
}

export interface ToolEnd {
  readonly kind: 'answered';
  readonly outcome: ToolOutcome;
  /** A sensitive read, as `tool@pc`. */
  readonly taints?: string;
  /** A person allowed it for this conversation, whose owner could not have made it alone. */
  readonly granted?: boolean;
  /** The PC that the call chose for the conversation. */
  readonly selects?: string;
}

/** The call reaches no PC: it asks the operator, until then. */
export interface ToolQuestion {
  readonly kind: 'asked';
  readonly questions: readonly AskedQuestion[];
  /** Epoch ms. */
  readonly answer_by: number;
}

export type ToolAnswer =
  ToolEnd | ToolQuestion | { readonly kind: 'opened'; readonly approval_id: string };

/** The way to the PCs. The engine has no other, and the gate is behind it (design §1). */
export interface Tools {
  /** Called once for a call. A change only opens an approval. Refusals are outcomes. */
  call(request: ToolRequest, signal: AbortSignal): Promise<ToolAnswer>;
  /** Resolves when the approval has ended, at once when it has already. May be asked repeatedly. */
  outcome(approvalId: string): Promise<ToolEnd>;
  /** Ends an approval that is still open; does nothing to others. */
  cancel(approvalId: string, reason: string): Promise<void>;
  /** All that a turn has asked for, in whatever state. */
  approvalsOf(turnId: string): Promise<readonly TurnApproval[]>;
  /** Undecided approvals of any turn. */
  open(): Promise<readonly { approval_id: string; turn_id: string }[]>;
}

/** Told of every step after it is stored, in order per conversation. */
export type Watcher = (changes: Changes) => void;

/** All that the engine needs of the program that runs it. */
export interface ConversationPorts {
  readonly store: ConversationStore;
  /** The one that answers in that conversation. */
  brainOf(session: ConversationRecord): Brain;
  readonly tools: Tools;
  readonly clock: Clock;
  readonly watch: Watcher;
  compacting?(news: CompactionNews): void;
  newId(): string;
  /** For the log: a failure that is retried or harmless. */
  trouble(what: string, error: unknown): void;
}
