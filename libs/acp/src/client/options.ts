import type { PeerLog } from '@kenny/jsonrpc';
import type { Clock } from '@kenny/kernel';
import type { Readable, Writable } from 'node:stream';
import type { AcpEvent } from '../events/event.js';
import type { McpServer } from '../handshake/mcp-servers.js';
import type { ConfigOption, SessionModes } from '../modes/mode.js';
import type { PermissionAnswer, PermissionAsk } from '../permissions/ask.js';
import type { TurnEnd } from '../turns/turn-end.js';

/** The raw line to an agent: NDJSON both ways, whatever carries it. Both streams end with the client. */
export interface AcpLink {
  readonly input: Readable;
  readonly output: Writable;
}

export interface AcpConnectOptions {
  readonly link: AcpLink;
  readonly clock: Clock;
  readonly log: PeerLog;
  /** The version of this program, as agents are told. */
  readonly clientVersion: string;
  /** Default: `ACP_TIMES.initializeMs`. */
  readonly initializeTimeoutMs?: number;
  /** Gives up, as the end of the time does. */
  readonly signal?: AbortSignal;
  /**
   * Events in the order in which they came. While 256 promises that it returned are open, nothing
   * more is read from the agent, so they must come to an end by themselves. What it throws is logged.
   */
  readonly onEvent: (event: AcpEvent) => void | Promise<void>;
  /**
   * Asked for each permission. The signal aborts when the answer does not matter any more: the turn
   * was cancelled or ended, the agent took it back, or the line ended. A rejection is a "no".
   */
  readonly onPermission: (ask: PermissionAsk, signal: AbortSignal) => Promise<PermissionAnswer>;
}

export interface OpenSessionOptions {
  /** Absolute, as the agent sees it. */
  readonly cwd: string;
  readonly mcpServers: readonly McpServer[];
  readonly signal?: AbortSignal;
  /** Default: `ACP_TIMES.openSessionSilenceMs`. */
  readonly silenceMs?: number;
}

export interface ResumeSessionOptions extends OpenSessionOptions {
  readonly sessionId: string;
}

export interface AcpSession {
  readonly sessionId: string;
  readonly modes?: SessionModes;
  readonly configOptions?: readonly ConfigOption[];
}

/** `unsupported`: the agent cannot; open a new session and tell it what went before. */
export type ResumedSession =
  (AcpSession & { readonly how: 'resumed' | 'loaded' }) | { readonly how: 'unsupported' };

export interface Prompt {
  readonly text: string;
  readonly images?: readonly { readonly mimeType: string; readonly base64: string }[];
}

/** How a prompt ended. */
export interface PromptEnd extends TurnEnd {
  /** Null: it was cancelled before it began. */
  readonly turn: number | null;
  /** The agent was asked to end it; it may have come to its own end first. */
  readonly cancelRequested: boolean;
}

export interface AcpClosed {
  /** `end`: the agent's side ended; `output`: it cannot be written to; `closed`: by `close()`. */
  readonly reason: 'end' | 'output' | 'closed';
  readonly error?: Error;
}
