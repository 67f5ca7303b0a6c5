import { Injectable, inject, signal } from '@angular/core';
import {
  WS_CLOSE_CODES,
  WS_PATH,
  isErrorCode,
  type WsAction,
  type WsAnswerOf,
  type WsError,
  type WsEvent,
  type WsEventOf,
  type WsNotification,
  type WsPayloadOf,
  type WsResponse,
} from '@kenny/contract/web';
import { ApiError, unreachable } from '../http/api-error';
import { SessionEnd } from '../http/session-end';
import { Heartbeat } from './heartbeat';

type Message = WsResponse | WsNotification | WsError;
type Listener = (payload: never) => void;
interface Waiting {
  readonly resolve: (payload: unknown) => void;
  readonly reject: (error: ApiError) => void;
}

/** The browser's close code for a normal end. */
const WITHOUT_GOODBYE = 1006;

/**
 * The one socket of the page. It connects again by itself, with growing pauses and jitter, and tells
 * `opened` each time: whoever watches something subscribes anew (`LiveTopic`).
 */
@Injectable({ providedIn: 'root' })
export class LiveSocket {
  private readonly sessionEnd = inject(SessionEnd);
  private readonly connection = signal<'idle' | 'connecting' | 'open' | 'waiting'>('idle');
  private readonly listeners = new Map<WsEvent, Set<Listener>>();
  private readonly openers = new Set<() => void>();
  private readonly waiting = new Map<string, Waiting>();
  private readonly heardAt = signal<number | null>(null);
  private socket: WebSocket | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;
  // A refusal is an answer too, and without one `lost` follows.
  private readonly heartbeat = new Heartbeat(
    () => void this.request('ping', {}).catch(() => undefined),
    () => this.lost(),
  );
  private attempts = 0;
  private sent = 0;

  readonly state = this.connection.asReadonly();
  /** Time of the last message: the age of what is shown. */
  readonly lastHeard = this.heardAt.asReadonly();
  private readonly brokeAt = signal<number | null>(null);
  /** Since when there is no connection, over all attempts. */
  readonly brokenSince = this.brokeAt.asReadonly();

  constructor() {
    // A socket may take minutes to notice by itself.
    window.addEventListener('offline', () => this.lost());
    window.addEventListener('online', () => this.reconnectNow());
  }

  connect(): void {
    if (this.connection() !== 'idle') return;
    this.open();
  }

  disconnect(): void {
    clearTimeout(this.retry);
    this.connection.set('idle');
    this.brokeAt.set(null);
    this.heartbeat.stop();
    this.socket?.close();
    this.socket = undefined;
    this.fail('The connection was closed.');
  }

  /** Reconnects at once: the button was pressed, or the network is back. */
  reconnectNow(): void {
    if (this.connection() !== 'waiting') return;
    clearTimeout(this.retry);
    this.open();
  }

  whenOpen(tell: () => void): () => void {
    this.openers.add(tell);
    if (this.connection() === 'open') tell();
    return () => this.openers.delete(tell);
  }

  on<E extends WsEvent>(event: E, tell: (payload: WsEventOf<E>) => void): () => void {
    const known = this.listeners.get(event) ?? new Set<Listener>();
    this.listeners.set(event, known.add(tell));
    return () => known.delete(tell);
  }

  /** @throws ApiError as the HTTP client does */
  request<A extends WsAction>(action: A, payload: WsPayloadOf<A>): Promise<WsAnswerOf<A>> {
    const { socket } = this;
    if (socket?.readyState !== WebSocket.OPEN) {
      return Promise.reject(unreachable('There is no connection.'));
    }
    const id = String((this.sent += 1));
    return new Promise<WsAnswerOf<A>>((resolve, reject) => {
      this.waiting.set(id, { resolve: (answer) => resolve(answer as WsAnswerOf<A>), reject });
      socket.send(JSON.stringify({ id, type: 'request', action, payload }));
    });
  }

  private open(): void {
    this.connection.set('connecting');
    this.brokeAt.update((since) => since ?? Date.now());
    const address = new URL(WS_PATH, location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.addEventListener('open', () => this.opened());
    socket.addEventListener('message', ({ data }) => this.take(String(data)));
    socket.addEventListener('close', ({ code, reason }) => {
      if (this.socket === socket) this.closed(code, reason);
    });
  }

  private opened(): void {
    this.attempts = 0;
    this.brokeAt.set(null);
    this.heardAt.set(Date.now());
    this.connection.set('open');
    this.heartbeat.heard();
    for (const tell of this.openers) tell();
  }

  /** Without waiting for the socket to notice. */
  private lost(): void {
    const { socket } = this;
    if (!socket) return;
    this.closed(WITHOUT_GOODBYE);
    socket.close();
  }

  private closed(code: number, reason = ''): void {
    this.socket = undefined;
    this.heartbeat.stop();
    this.brokeAt.update((since) => since ?? Date.now());
    this.fail('The connection broke before the answer came.');
    if (code === WS_CLOSE_CODES.accessEnded) {
      this.connection.set('idle');
      this.sessionEnd.tell(reason);
      return;
    }
    this.connection.set('waiting');
    this.attempts += 1;
    this.retry = setTimeout(() => this.open(), backoff(this.attempts));
  }

  private take(text: string): void {
    this.heardAt.set(Date.now());
    this.heartbeat.heard();
    const message = JSON.parse(text) as Message;
    if (message.type === 'notification') {
      const event = message.action as WsEvent;
      for (const tell of this.listeners.get(event) ?? []) tell(message.payload as never);
      return;
    }
    const asked = message.id === null ? undefined : this.waiting.get(message.id);
    if (!asked || message.id === null) return;
    this.waiting.delete(message.id);
    if (message.type === 'response') asked.resolve(message.payload);
    else asked.reject(errorOf(message));
  }

  private fail(why: string): void {
    for (const { reject } of this.waiting.values()) {
      reject(unreachable(why));
    }
    this.waiting.clear();
  }
}

function errorOf({ payload: { message, details } }: WsError): ApiError {
  const { code, request_id, ...rest } = details;
  return new ApiError(isErrorCode(code) ? code : 'internal', message, request_id, rest);
}

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 15_000;

/** Full jitter: after a restart of the server, not every open page comes back at the same moment. */
export function backoff(attempt: number, random: () => number = Math.random): number {
  const ceiling = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempt, 10));
  return FIRST_RETRY_MS + random() * (ceiling - FIRST_RETRY_MS);
}
