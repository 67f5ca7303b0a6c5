import type { Json } from '../limits/json.js';
import type { ConfigOption } from '../modes/mode.js';

/** What every event has. Texts are the agent's own: data, never markup. */
export interface EventFacts {
  /**
   * The turn that it belongs to, counted from 1. Null: none. What an agent says after the end of a
   * turn and before the next prompt belongs to no turn, so late words never look like an answer to
   * the next one. Updates of a tool call, and pieces of a message with an id, belong to the turn in
   * which that call or message began, however late they come.
   */
  readonly turn: number | null;
  /** Its turn had ended when it came. */
  readonly late: boolean;
  /** Told again because a session was loaded: it was said, and stored, before. */
  readonly replayed: boolean;
  readonly sessionId: string | null;
  /** Something in it was longer or more than `ACP_LIMITS` allows and is cut. */
  readonly cut: boolean;
  /** As it came, cut to `ACP_LIMITS.rawCharacters`. */
  readonly raw: Json;
  readonly rawCut: boolean;
}

/** An update of an agent in any dialect. Absent fields were not told. */
export type AcpEvent = EventFacts & AcpEventBody;

export type AcpEventBody =
  | TextEvent
  | AttachmentEvent
  | ToolCallEvent
  | ToolCallUpdateEvent
  | PlanEvent
  | UsageEvent
  | CommandsEvent
  | ModeEvent
  | ConfigEvent
  | SessionInfoEvent
  | ProgressEvent
  | LogEvent
  | StatusEvent
  | ResultEvent
  | ErrorEvent
  | QuestionEvent
  | HeartbeatEvent
  | UnknownEvent;
export type AcpEventKind = AcpEventBody['kind'];

export type Channel = 'message' | 'thought' | 'user';

/** A piece of a message; pieces are put together as they are, without anything between them. */
export interface TextEvent {
  readonly kind: 'text';
  readonly channel: Channel;
  readonly text: string;
  readonly messageId?: string;
}

/** A piece of a message that is no text. */
export interface AttachmentEvent {
  readonly kind: 'attachment';
  readonly channel: Channel;
  /** `image`, `audio`, `resource`, `resource_link` or the agent's own. */
  readonly type: string;
  readonly name?: string;
  readonly uri?: string;
  readonly mimeType?: string;
  readonly messageId?: string;
}

export const TOOL_KINDS = [
  ...['read', 'edit', 'delete', 'move', 'search', 'execute', 'think', 'fetch'],
  ...['switch_mode', 'other'],
] as const;
export const TOOL_STATUSES = [
  'pending',
  'in_progress',
  'completed',
  'failed',
  'cancelled',
] as const;
export type ToolStatus = (typeof TOOL_STATUSES)[number];

export type ToolContent =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'diff';
      readonly path: string;
      readonly oldText: string | null;
      readonly newText: string;
    }
  | { readonly type: 'terminal'; readonly terminalId: string; readonly output?: string }
  /** An image, a resource, or what is not known yet; `block` is its type. */
  | {
      readonly type: 'other';
      readonly block: string;
      readonly uri?: string;
      readonly mimeType?: string;
    };

export interface ToolLocation {
  readonly path: string;
  readonly line?: number;
}

/** What is told about one call of a tool. In an update, absent fields did not change. */
export interface ToolFacts {
  readonly id: string;
  readonly title?: string;
  /** Of `TOOL_KINDS`, or the agent's own. */
  readonly toolKind?: string;
  readonly status?: ToolStatus;
  /** Replaces what was there. */
  readonly content?: readonly ToolContent[];
  readonly locations?: readonly ToolLocation[];
  readonly rawInput?: Json;
  readonly rawOutput?: Json;
  /** The tool's name where an agent tells it apart from the title, in `_meta`. */
  readonly toolName?: string;
}

export interface ToolCallEvent {
  readonly kind: 'tool_call';
  readonly tool: ToolFacts;
}
export interface ToolCallUpdateEvent {
  readonly kind: 'tool_call_update';
  readonly tool: ToolFacts;
}

export interface PlanEntry {
  readonly content: string;
  /** `high`, `medium`, `low` or the agent's own. */
  readonly priority: string;
  readonly status: 'pending' | 'in_progress' | 'completed';
}
/** The whole plan: it replaces the one before. */
export interface PlanEvent {
  readonly kind: 'plan';
  readonly entries: readonly PlanEntry[];
}

/** How full the agent's context is, in tokens, and what the session has cost so far. */
export interface UsageEvent {
  readonly kind: 'usage';
  readonly used: number;
  readonly size: number;
  readonly cost?: { readonly amount: number; readonly currency: string };
}

export interface CommandsEvent {
  readonly kind: 'commands';
  readonly commands: readonly {
    readonly name: string;
    readonly description: string;
    readonly hint?: string;
  }[];
}

export interface ModeEvent {
  readonly kind: 'mode';
  readonly modeId: string;
  /** It may act without asking in this mode: see `isWideMode`. */
  readonly wide: boolean;
}

export interface ConfigEvent {
  readonly kind: 'config';
  readonly options: readonly ConfigOption[];
  /** A mode among them is one in which it may act without asking. */
  readonly wide: boolean;
}

export interface SessionInfoEvent {
  readonly kind: 'session_info';
  /** Null: it was taken away. */
  readonly title?: string | null;
  readonly updatedAt?: string | null;
  /** An id that the agent itself tells, as legacy ones do. */
  readonly agentSessionId?: string;
}

export interface ProgressEvent {
  readonly kind: 'progress';
  /** 0–100 */
  readonly percent?: number;
  readonly message: string;
  readonly stage?: string;
  readonly currentFile?: string;
  readonly filesProcessed?: number;
  readonly totalFiles?: number;
}

export interface LogEvent {
  readonly kind: 'log';
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly message: string;
  /** `agent`: it meant to tell it; `output`: a line that is no protocol, such as a banner. */
  readonly source: 'agent' | 'output';
  /** So many such lines were left out before this one. */
  readonly dropped?: number;
}

export interface StatusEvent {
  readonly kind: 'status';
  /** `started`, `running`, `paused`, `stopped` or the agent's own. */
  readonly status: string;
  readonly message?: string;
}

/** What a seed agent's `complete` and a legacy agent's `result` say; the turn has ended with it. */
export interface ResultEvent {
  readonly kind: 'result';
  readonly status: 'completed' | 'failed' | 'cancelled';
  readonly summary?: string;
  readonly artifacts: readonly {
    readonly type: string;
    readonly path: string;
    readonly url?: string;
  }[];
}

export interface ErrorEvent {
  readonly kind: 'error';
  readonly message: string;
  readonly details?: string;
  readonly file?: string;
}

/** The agent waits for a word; the next prompt answers it. */
export interface QuestionEvent {
  readonly kind: 'question';
  readonly questionId: string;
  readonly text: string;
  /** `text`, `choice`, `confirm`, `file` or the agent's own. */
  readonly inputType: string;
  readonly options: readonly string[];
  readonly required: boolean;
}

export interface HeartbeatEvent {
  readonly kind: 'heartbeat';
}

/** Nothing that is known here; `raw` has it. */
export interface UnknownEvent {
  readonly kind: 'unknown';
  /** Its own name for it, if it has one. */
  readonly type: string;
  /** Why it was not understood, for people. */
  readonly why: string;
}
