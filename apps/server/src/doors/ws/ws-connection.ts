import { ERRORS, WS_CLOSE_CODES, WS_ENDED_REASONS, WS_LIMITS, type WsError } from '@kenny/contract';
import { type Clock, MINUTE_MS, SECOND_MS } from '@kenny/kernel';
import { Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import { KennyError, requestContext } from '../../kernel/index.js';
import { response, type PacedWatcher } from '../../subscriptions/index.js';
import type { RefusalLog } from '../../logging/index.js';
import { TokenBucket } from '../../scheduling/index.js';
import { expectedError } from '../admission/thrown-error.js';
import type { SocketConnection } from '../admission/open-sockets.js';
import type { Visitor } from '../admission/visitor.js';
import type { WsActions } from './ws-actions.js';
import { idOf, readRequest, type Named, type ParsedRequest } from './ws-request.js';

const REQUESTS = {
  everyMs: SECOND_MS / WS_LIMITS.requestsPerSecond,
  burst: WS_LIMITS.requestBurst,
} as const;
const REFUSED = {
  everyMs: MINUTE_MS / WS_LIMITS.refusedPerMinute,
  burst: WS_LIMITS.refusedPerMinute,
} as const;
const logger = new Logger('Ws');
/** Our messages are text, but `ws` sends a Buffer as binary by default. */
const TEXT = { binary: false } as const;

/** One socket: receives requests, sends answers and notifications. */
export class WsConnection implements PacedWatcher, SocketConnection {
  private readonly gone = new AbortController();
  private readonly requests: TokenBucket;
  private readonly refused: TokenBucket;
  private inFlight = 0;
  /** Bytes of answers that are not written yet. */
  private unreadAnswers = 0;
  private readonly waitForRoom: (() => void)[] = [];

  constructor(
    private readonly socket: WebSocket,
    readonly visitor: Visitor,
    private readonly actions: WsActions,
    private readonly clock: Clock,
    private readonly refusals: Pick<RefusalLog, 'mayTell'>,
  ) {
    this.requests = new TokenBucket(REQUESTS, clock.monotonic());
    this.refused = new TokenBucket(REFUSED, clock.monotonic());
  }

  get open(): boolean {
    return this.socket.readyState === this.socket.OPEN;
  }

  receive(data: Buffer, binary: boolean): void {
    if (!this.open) return;
    // A client that does not read its answers would fill our memory.
    if (this.unreadAnswers > WS_LIMITS.unreadAnswerBytes) return this.socket.terminate();
    const busy = this.tooBusy();
    if (busy) this.refuse({ id: idOf(data), action: null }, busy);
    else void this.serve(data, binary);
  }

  private mayTell(): boolean {
    return this.refusals.mayTell(this.visitor.token_id);
  }

  push(message: Buffer): boolean {
    // Closed on our side, and the peer does not know yet.
    if (!this.open) return true;
    if (this.socket.bufferedAmount - this.unreadAnswers > WS_LIMITS.behindBytes) return false;
    this.queue(message);
    return true;
  }

  room(): Promise<void> {
    if (!this.open || this.hasRoom) return Promise.resolve();
    return new Promise((resolve) => this.waitForRoom.push(resolve));
  }

  pushLast(message: Buffer): void {
    if (this.open) this.queue(message);
  }

  close(code: number, reason: string): void {
    this.socket.close(code, reason);
  }

  /** The socket has closed: calls in progress are cancelled. */
  ended(): void {
    this.gone.abort();
    this.letIn();
  }

  private queue(message: Buffer): void {
    this.socket.send(message, TEXT, () => {
      if (!this.open || this.hasRoom) this.letIn();
    });
  }

  private get hasRoom(): boolean {
    return this.socket.bufferedAmount - this.unreadAnswers < WS_LIMITS.behindBytes / 4;
  }

  private letIn(): void {
    for (const resolve of this.waitForRoom.splice(0)) resolve();
  }

  private tooBusy(): KennyError | undefined {
    if (!this.requests.take(this.clock.monotonic())) {
      return new KennyError('rate_limited', 'Too many requests; wait a second.', {
        retry_after: 1,
      });
    }
    if (this.inFlight < WS_LIMITS.inFlight) return undefined;
    return new KennyError(
      'rate_limited',
      `${WS_LIMITS.inFlight} requests are in progress on this socket; wait for an answer.`,
    );
  }

  private async serve(data: Buffer, binary: boolean): Promise<void> {
    const reading = readRequest(data, binary);
    if (!reading.ok) return this.refuse(reading.named, reading.error);
    const { request } = reading;
    const request_id = randomUUID();
    this.inFlight += 1;
    try {
      await requestContext.run({ request_id }, () => this.act(request, request_id));
    } catch (thrown) {
      this.fail(
        request,
        expectedError(thrown, `/ws ${request.action}`, {
          logger,
          mayTell: () => this.mayTell(),
        }),
        request_id,
      );
    } finally {
      this.inFlight -= 1;
    }
  }

  private async act(request: ParsedRequest, request_id: string): Promise<void> {
    const { visitor } = this;
    const principal = await visitor.recognise();
    requestContext.add({ operator_id: principal.id });
    const ctx = { principal, door: visitor.door, request_id, signal: this.gone.signal };
    const answer = (payload: string) => this.send(response(request, payload, this.clock.now()));
    await this.actions.run({ ctx, watcher: this, answer }, request);
  }

  /** Refuses a malformed or excessive message; too many of them close the socket. */
  private refuse(named: Named, error: KennyError): void {
    if (this.refused.take(this.clock.monotonic())) this.fail(named, error, randomUUID());
    else this.close(WS_CLOSE_CODES.protocol, 'too many messages were refused');
  }

  private fail(named: Named, error: KennyError, request_id: string): void {
    const message = errorMessage(named, error, request_id, this.clock.now());
    this.send(Buffer.from(JSON.stringify(message)));
    if (error.code === 'unauthenticated') {
      this.close(WS_CLOSE_CODES.accessEnded, WS_ENDED_REASONS.over);
    }
  }

  private send(message: Buffer): void {
    if (!this.open) return;
    this.unreadAnswers += message.length;
    this.socket.send(message, TEXT, () => (this.unreadAnswers -= message.length));
  }
}

function errorMessage(
  { id, action }: Named,
  { code, message, details }: KennyError,
  request_id: string,
  now: number,
): WsError {
  return {
    ...{ id, type: 'error', action },
    payload: { code: ERRORS[code].ws, message, details: { ...details, code, request_id } },
    timestamp: new Date(now).toISOString(),
  };
}
