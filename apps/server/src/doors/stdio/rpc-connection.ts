import {
  RPC_LIMITS,
  RPC_UNSUPPORTED,
  WS_CLOSE_CODES,
  WS_ENDED_REASONS,
  type RpcErrorCode,
  type RpcNotification,
  type RpcNotificationOf,
} from '@kenny/contract';
import {
  messageTransport,
  Peer,
  type MessageTransport,
  type RpcError,
  type RpcId,
} from '@kenny/jsonrpc';
import { isObject, MINUTE_MS, SECOND_MS, type Clock } from '@kenny/kernel';
import { Logger } from '@nestjs/common';
import type { WebSocket } from 'ws';
import { TokenBucket } from '../../scheduling/index.js';
import type { SocketConnection } from '../admission/open-sockets.js';
import type { Visitor } from '../admission/visitor.js';
import type { RpcClient } from './rpc-call.js';
import { WHOLE_BYTES, type LargeIntake } from './large-messages.js';
import { rpcError } from './rpc-error.js';
import type { RpcMethods } from './rpc-methods.js';

const REQUESTS = {
  everyMs: SECOND_MS / RPC_LIMITS.requestsPerSecond,
  burst: RPC_LIMITS.requestBurst,
} as const;
const REFUSED = {
  everyMs: MINUTE_MS / RPC_LIMITS.refusedPerMinute,
  burst: RPC_LIMITS.refusedPerMinute,
} as const;
const TOO_LARGE = `Only turns/start with pictures may have more than ${RPC_LIMITS.requestBytes} bytes`;
/** Until there is room for a burst of some size again. */
const WAIT_S = 1;
/** As `ws` closes on what is longer than anything may be. */
const TOO_BIG = 1009;
/** Our messages are text, but `ws` sends a Buffer as binary by default. */
const TEXT = { binary: false } as const;

/** One socket of `/rpc`: a peer of JSON-RPC over its messages. */
export class RpcConnection implements SocketConnection, RpcClient {
  private readonly logger = new Logger('Rpc');
  private readonly transport: MessageTransport;
  private readonly peer: Peer;
  private readonly requests: TokenBucket;
  private readonly refused: TokenBucket;

  constructor(
    private readonly socket: WebSocket,
    readonly visitor: Visitor,
    methods: RpcMethods,
    private readonly clock: Clock,
    private readonly intake: LargeIntake,
  ) {
    this.requests = new TokenBucket(REQUESTS, clock.monotonic());
    this.refused = new TokenBucket(REFUSED, clock.monotonic());
    this.transport = messageTransport({
      send: (json, sent) => socket.send(json, TEXT, sent),
      resume: () => intake.holdsUp || socket.resume(),
    });
    const { input, output, framing } = this.transport;
    this.peer = new Peer({
      ...{ input, output, framing, clock },
      outgoing: (message) => {
        if (!('method' in message)) intake.answered(message.id);
        return message;
      },
      log: {
        warn: (facts, message) => this.logger.warn(message, facts),
        error: (facts, message) => this.logger.error(message, facts),
      },
      limits: {
        maxBodyBytes: WHOLE_BYTES,
        maxDepth: RPC_LIMITS.depth,
        maxInFlight: RPC_LIMITS.inFlight,
        maxQueuedBytes: RPC_LIMITS.behindBytes,
      },
    });
    methods.serve(this.peer, this, () => this.endAccess());
    for (const [name, { capability, reason }] of Object.entries(RPC_UNSUPPORTED)) {
      this.peer.onSlow(name, () => {
        throw rpcError('unsupported', reason, { capability });
      });
    }
    void this.peer.closed.then(({ reason }) => {
      if (reason !== 'closed') socket.terminate();
    });
    this.peer.start();
  }

  get open(): boolean {
    return this.socket.readyState === this.socket.OPEN;
  }

  receive(data: Buffer, binary: boolean): void {
    if (!this.open) return;
    const tooLong = this.intake.refused(data);
    if (binary)
      return this.refuse(idOf(data), 'frame_invalid', 'Send text messages, one object each');
    if (tooLong === null) return this.close(TOO_BIG, 'too long for anything but turns/start');
    if (tooLong !== undefined) return this.refuse(tooLong, 'frame_too_large', TOO_LARGE);
    if (!this.requests.take(this.clock.monotonic())) {
      return this.refuse(idOf(data), 'backend_unavailable', 'Too many requests; wait a second', {
        ...{ kenny: 'rate_limited', retryAfter: WAIT_S, unread: true },
      });
    }
    if (!this.transport.receive(data)) this.socket.pause();
  }

  notify<N extends RpcNotification>(name: N, payload: RpcNotificationOf<N>): boolean {
    return this.peer.notify(name, payload);
  }

  drained(): Promise<void> {
    return this.peer.drained();
  }

  close(code: number, reason: string): void {
    this.socket.close(code, reason);
  }

  ended(): void {
    this.intake.end();
    void this.peer.close();
  }

  private endAccess(): void {
    this.close(WS_CLOSE_CODES.accessEnded, WS_ENDED_REASONS.over);
  }

  /** Answers a message that does not reach the peer; too many of them close the socket. */
  private refuse(
    id: RpcId | null,
    code: RpcErrorCode,
    message: string,
    more: Readonly<Record<string, unknown>> = {},
  ): void {
    if (!this.refused.take(this.clock.monotonic())) {
      return this.close(WS_CLOSE_CODES.protocol, 'too many messages were refused');
    }
    const error: RpcError = rpcError(code, message, more);
    const answer = { jsonrpc: '2.0', id, error: error.toObject() };
    this.socket.send(JSON.stringify(answer));
  }
}

/** Of a message that is not looked at any further. */
function idOf(data: Buffer): RpcId | null {
  try {
    const value: unknown = JSON.parse(data.toString('utf8'));
    const id: unknown = isObject(value) ? value['id'] : null;
    return typeof id === 'string' || typeof id === 'number' ? id : null;
  } catch {
    return null; // it is no JSON
  }
}
