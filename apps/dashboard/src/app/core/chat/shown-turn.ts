import type {
  ChatCost,
  ChatFault,
  ChatQuestion,
  ToolCallStatus,
  TurnStatus,
} from '@kenny/contract/web';

/** One call of a turn, as it stands. */
export interface ShownCall {
  readonly id: string;
  readonly tool: string;
  /** Where it ran, or is to run. */
  readonly agentId: string | null;
  /** As the model gave them. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly status: ToolCallStatus;
  /** A person decides about it, or has decided. */
  readonly approvalId: string | null;
  /** What the model asks the operator instead of a PC. */
  readonly question: ChatQuestion | null;
  /** What the PC answered: data. */
  readonly result?: unknown;
  readonly error?: ChatFault;
  /** null while it is under way. */
  readonly durationMs: number | null;
  /** A person was waited for, which `durationMs` counts. */
  readonly waited?: boolean;
  /** How long it ran once it was approved, where that is known. */
  readonly ranMs?: number;
  readonly callId: string | null;
  /** Epoch ms; null when only its end is known. */
  readonly startedAt: number | null;
}

/** The model service failed and is tried again. */
export interface Retry {
  readonly attempt: number;
  readonly of: number;
  readonly error: string;
}

/** What a turn is made of, in the order in which it happened; `id` is its own within the turn. */
export type ShownPart =
  | { readonly kind: 'text'; readonly id: string; readonly text: string; readonly open: boolean }
  | { readonly kind: 'thinking'; readonly id: string; readonly text: string }
  | { readonly kind: 'said'; readonly id: string; readonly text: string }
  | { readonly kind: 'call'; readonly id: string; readonly call: ShownCall }
  | { readonly kind: 'retry'; readonly id: string; readonly retry: Retry };

/** A question and all that came of it. */
export interface ShownTurn {
  readonly id: string;
  readonly status: TurnStatus;
  /** What was asked; empty until its first event is here. */
  readonly asked: string;
  /** Names of the pictures that came with it and with what was said meanwhile. */
  readonly pictures?: readonly string[];
  /** Older messages were summarised for the model in it or after it: tokens that there were. */
  readonly compactedTokens?: number;
  /** ISO 8601. */
  readonly askedAt: string;
  readonly finishedAt: string | null;
  /** Number of the last event that is in it; null when it came as a whole and no event counts. */
  readonly sequence: number | null;
  readonly parts: readonly ShownPart[];
  readonly cancelRequested: boolean;
  readonly error: ChatFault | null;
  /** What the model counted; empty while it is at work. */
  readonly usage: Readonly<Record<string, number>>;
  /** Where the server knows prices. */
  readonly cost?: ChatCost;
}

export function isOver({ status }: Pick<ShownTurn, 'status'>): boolean {
  return status === 'completed' || status === 'failed' || status === 'canceled';
}

/** The text of its answer, without what was said on the way there. */
export function answerOf({ parts }: ShownTurn): string {
  const last = parts.findLast((part) => part.kind === 'text');
  return last?.kind === 'text' ? last.text : '';
}

/** All that the model wrote in it, as Markdown. */
export function wholeAnswerOf({ parts }: ShownTurn): string {
  return parts.flatMap((part) => (part.kind === 'text' ? [part.text.trim()] : [])).join('\n\n');
}
