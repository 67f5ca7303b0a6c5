import type { Clock } from '@kenny/kernel';
import type { Readable, Writable } from 'node:stream';
import type { Framing } from '../framing/framing.js';
import type { Message, Params, RpcId } from '../messages/message.js';
import type { RpcError } from '../messages/rpc-error.js';

export interface PeerLimits {
  /** Of one message that comes, in bytes: a larger one is discarded. */
  readonly maxBodyBytes: number;
  /** Levels of objects and lists in it. */
  readonly maxDepth: number;
  /** Requests and notifications at work; while there are as many, nothing is read. */
  readonly maxInFlight: number;
  /** Of what waits to be written, in bytes. */
  readonly maxQueuedBytes: number;
  /** How long the end waits until all is written, in ms. */
  readonly flushMs: number;
}

export const DEFAULT_LIMITS: PeerLimits = {
  maxBodyBytes: 64 * 1024 * 1024,
  maxDepth: 128,
  maxInFlight: 256,
  maxQueuedBytes: 8 * 1024 * 1024,
  flushMs: 2_000,
};

/** The notification that takes back a request: its name, and the parameter that holds the id. */
export interface CancelDialect {
  readonly method: string;
  readonly param: string;
}
export const LSP_CANCEL: CancelDialect = { method: '$/cancelRequest', param: 'id' };
export const ACP_CANCEL: CancelDialect = { method: '$/cancel_request', param: 'requestId' };

/** Where details go that the other side must not read; a pino logger is one. */
export interface PeerLog {
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

export interface PeerOptions {
  /** Both streams belong to the peer: it ends them when it ends. */
  readonly input: Readable;
  readonly output: Writable;
  readonly framing: Framing;
  readonly clock: Clock;
  readonly log: PeerLog;
  readonly limits?: Partial<PeerLimits>;
  /** Default: {@link LSP_CANCEL}. */
  readonly cancelBy?: CancelDialect;
  /** Sees every message before it is written and returns what is written instead: for redaction. */
  readonly outgoing?: (message: Message) => Message;
  /** A line that is no message, cut to 1,000 characters; only where the framing tolerates it. */
  readonly onJunk?: (text: string) => void;
  /** From now on droppable notifications are dropped. */
  readonly onOverflow?: () => void;
  /** There is room again; if anything was dropped, it is time to say so to the other side. */
  readonly onDrained?: (facts: { readonly dropped: number }) => void;
  /** Names an internal error, here and at the other side; default: a UUID. */
  readonly newErrorId?: () => string;
}

/** How a connection ended. */
export interface Closed {
  /**
   * `end`: the other side stopped writing; `fatal`: its frames cannot be told apart any more, the
   * program should exit with 1; `output`: it stopped reading; `closed`: by `close()`.
   */
  readonly reason: 'end' | 'fatal' | 'output' | 'closed';
  readonly error?: Error;
}

export interface NotifyOptions {
  /** May be lost while the other side reads too slowly; `onOverflow` and `onDrained` tell. */
  readonly droppable?: boolean;
  /** Leaves only behind the answer to this request. */
  readonly after?: RequestContext;
}

/** What a handler of a request gets beside its params. */
export interface RequestContext {
  readonly id: RpcId;
  readonly method: string;
  /** Aborted when the request is cancelled or the connection ends: it has been answered then. */
  readonly signal: AbortSignal;
  /** Runs as soon as the answer, whichever it is, stands in the queue; not if the connection ended. */
  readonly afterReply: (hook: () => void) => void;
}

/** What it returns or throws is the answer; only an `RpcError` is told to the other side. */
export type RequestHandler = (params: Params, context: RequestContext) => unknown;
/** What it throws is logged. */
export type NotificationHandler = (params: Params) => unknown;

/**
 * Work with the same key is done in the order in which it came; undefined: the key of all without one;
 * null: it waits for nothing, and nothing waits for it.
 */
export type KeyOf = (params: Params) => string | null | undefined;

/** What the other side answered. */
export type Answer = { readonly result: unknown } | { readonly error: RpcError };

export interface RequestOptions {
  /** Tells the other side that nobody waits any more, and rejects with its reason. */
  readonly signal?: AbortSignal;
  /** The same after so many ms. */
  readonly timeoutMs?: number;
  /**
   * Gets the answer before the next message is looked at; whoever awaits the request may hear of it
   * later than of messages behind it. What it throws rejects the request.
   */
  readonly onAnswer?: (answer: Answer) => void;
}
