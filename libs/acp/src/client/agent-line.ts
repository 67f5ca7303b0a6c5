import {
  ACP_CANCEL,
  Peer,
  type Params,
  type PeerLog,
  type RequestContext,
  type RequestOptions,
} from '@kenny/jsonrpc';
import type { Clock } from '@kenny/kernel';
import { LEGACY_TYPES } from '../events/read-legacy.js';
import { ACP_LIMITS } from '../limits/limits.js';
import { agentLines, LEGACY_LINE } from '../wire/agent-lines.js';
import type { AcpClosed, AcpLink } from './options.js';

/** What comes from the agent, one after another. A promise holds the line up once there are many. */
export interface LineEvents {
  update(params: Params): void | Promise<void>;
  legacyLine(line: Params): void | Promise<void>;
  /** A line that is no protocol. */
  output(text: string): void;
  tooLong(): void;
  permission(params: Params, context: RequestContext): Promise<object>;
}

/** The connection to an agent: messages out and in, and whether it is silent. */
export class AgentLine {
  readonly closed: Promise<AcpClosed>;
  private readonly peer: Peer;
  private readonly listeners = new Set<() => void>();

  constructor(
    { input, output }: AcpLink,
    readonly clock: Clock,
    log: PeerLog,
    events: LineEvents,
  ) {
    const framing = agentLines(LEGACY_TYPES, {
      heard: () => this.heard(),
      tooLong: () => events.tooLong(),
    });
    this.peer = new Peer({
      ...{ input, output, framing, clock, log },
      cancelBy: ACP_CANCEL,
      limits: { maxBodyBytes: ACP_LIMITS.maxMessageBytes, maxDepth: ACP_LIMITS.maxDepth },
      onJunk: (text) => events.output(text),
    });
    // Each is looked at when it comes, however long others take.
    const noOrder = () => null;
    this.peer.onNotification('session/update', (params) => events.update(params), noOrder);
    this.peer.onNotification(LEGACY_LINE, (line) => events.legacyLine(line), noOrder);
    this.peer.onSlow('session/request_permission', (params, context) =>
      events.permission(params, context),
    );
    this.closed = this.peer.closed.then(({ reason, error }) => ({
      reason: reason === 'fatal' ? 'end' : reason,
      ...(error ? { error } : {}),
    }));
  }

  /** Begins to read. */
  start(): void {
    this.peer.start();
  }

  request(method: string, params: object, options?: RequestOptions): Promise<unknown> {
    return this.peer.request(method, params, options);
  }

  notify(method: string, params: object): void {
    this.peer.notify(method, params);
  }

  /** A line without JSON-RPC. */
  say(line: object): void {
    this.peer.notify(LEGACY_LINE, line);
  }

  /** Calls back whenever something is heard, until the function that it returns is called. */
  onHeard(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  heard(): void {
    for (const listener of this.listeners) listener();
  }

  close(): Promise<AcpClosed> {
    void this.peer.close();
    return this.closed;
  }
}
