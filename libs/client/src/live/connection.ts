import {
  WS_CLOSE_CODES,
  type WsAction,
  type WsAnswerOf,
  type WsError,
  type WsEvent,
  type WsEventOf,
  type WsNotification,
  type WsPayloadOf,
  type WsResponse,
} from '@kenny/contract/web';
import type { Clock, Timer } from '@kenny/kernel';
import { type ClientError, noAnswer, parsed, refusalOf } from '../errors/client-error.js';
import { backoff } from './backoff.js';
import { Heartbeat } from './heartbeat.js';
import { WITHOUT_GOODBYE, type OpenSocket, type Socket, type SocketEnd } from './socket.js';

type Message = WsResponse | WsNotification | WsError;
type Unreadable = { readonly type: 'unreadable'; readonly why: string };
type Listener = (payload: never) => void;
interface Waiting {
  readonly resolve: (payload: unknown) => void;
  readonly reject: (error: ClientError) => void;
}

/** `idle`: not wanted, or ended for good; `waiting`: broken, the next attempt is set. */
export type ConnectionState = 'idle' | 'connecting' | 'open' | 'waiting';

/** What a program shows of a connection. Times are epoch ms. */
export interface ConnectionFacts {
  readonly state: ConnectionState;
  /** Time of the last message: the age of what is shown. */
  readonly lastHeard: number | null;
  /** Since when there is no connection, over all attempts. */
  readonly brokenSince: number | null;
}

export interface ConnectionParts {
  readonly open: OpenSocket;
  readonly clock: Clock;
  /** From 0 up to 1, for jitter. */
  readonly random?: () => number;
  /** Judges messages; without it the server is believed, and only the envelope is looked at. */
  readonly read?: (text: string) => Message | Unreadable;
  /** Whether to connect again after that end; without it always. */
  readonly again?: (end: SocketEnd) => boolean;
  changed(facts: ConnectionFacts): void;
  /** It is broken and will come back. */
  broke?(end: SocketEnd): void;
  /** It will not come back: access has ended, or `again` refused. */
  ended(end: SocketEnd): void;
}

/** An answer or push that cannot be read: a program of another version, or none of kenny. */
export class UnreadableError extends Error {}

/**
 * One connection to `/ws`. It comes back by itself, with growing pauses and jitter, and tells
 * `whenOpen` each time: whoever follows something subscribes anew (`watch`).
 */
export class LiveConnection {
  private facts: ConnectionFacts = { state: 'idle', lastHeard: null, brokenSince: null };
  private readonly listeners = new Map<WsEvent, Set<Listener>>();
  private readonly openers = new Set<() => void>();
  private readonly waiting = new Map<string, Waiting>();
  private readonly heartbeat: Heartbeat;
  private socket: Socket | undefined;
  private retry: Timer | undefined;
  /** Since a message came. */
  private attempts = 0;
  private sent = 0;

  constructor(private readonly parts: ConnectionParts) {
    this.heartbeat = new Heartbeat(
      parts.clock,
      // A refusal is an answer too, and without one `lost` follows.
      () => void this.request('ping', {}).catch(() => undefined),
      () => this.lost(),
    );
  }

  connect(): void {
    if (this.facts.state !== 'idle') return;
    this.attempts = 0;
    this.open();
  }

  disconnect(): void {
    this.leave();
    this.note({ state: 'idle', brokenSince: null });
    this.fail('The connection was closed.');
  }

  /** Does not wait for the pause to end: somebody asked, or the network is back. */
  reconnectNow(): void {
    if (this.facts.state !== 'waiting') return;
    this.retry?.cancel();
    this.open();
  }

  /** Without waiting for the socket to notice. */
  lost(): void {
    if (this.socket) this.closed({ code: WITHOUT_GOODBYE, reason: '' });
  }

  /** Tells now if it is open, and at every opening. */
  whenOpen(tell: () => void): () => void {
    this.openers.add(tell);
    if (this.facts.state === 'open') tell();
    return () => this.openers.delete(tell);
  }

  on<E extends WsEvent>(event: E, tell: (payload: WsEventOf<E>) => void): () => void {
    const known = this.listeners.get(event) ?? new Set<Listener>();
    this.listeners.set(event, known.add(tell));
    return () => known.delete(tell);
  }

  /** @throws ClientError */
  request<A extends WsAction>(action: A, payload: WsPayloadOf<A>): Promise<WsAnswerOf<A>> {
    const { socket } = this;
    if (!socket || this.facts.state !== 'open') {
      return Promise.reject(noAnswer('There is no connection.'));
    }
    const id = String((this.sent += 1));
    return new Promise<WsAnswerOf<A>>((resolve, reject) => {
      this.waiting.set(id, { resolve: (answer) => resolve(answer as WsAnswerOf<A>), reject });
      socket.send(JSON.stringify({ id, type: 'request', action, payload }));
    });
  }

  private open(): void {
    this.note({ state: 'connecting', brokenSince: this.facts.brokenSince ?? this.now() });
    this.heartbeat.opening();
    // An old socket may still tell something.
    const mine = (act: () => void) => {
      if (this.socket === socket) act();
    };
    const socket: Socket = this.parts.open({
      opened: () => mine(() => this.opened()),
      message: (text) => mine(() => this.take(text)),
      closed: (end) => mine(() => this.closed(end)),
    });
    this.socket = socket;
  }

  private opened(): void {
    this.note({ state: 'open', brokenSince: null, lastHeard: this.now() });
    this.heartbeat.heard();
    for (const tell of [...this.openers]) tell();
  }

  private closed(end: SocketEnd): void {
    this.leave();
    this.note({ brokenSince: this.facts.brokenSince ?? this.now() });
    this.fail('The connection broke before the answer came.');
    if (end.code === WS_CLOSE_CODES.accessEnded || this.parts.again?.(end) === false) {
      this.note({ state: 'idle' });
      return this.parts.ended(end);
    }
    this.attempts += 1;
    const ms = backoff(this.attempts, this.parts.random ?? Math.random);
    this.retry = this.parts.clock.setTimer(() => this.open(), ms);
    this.note({ state: 'waiting' });
    this.parts.broke?.(end);
  }

  private take(text: string): void {
    const message = this.parts.read?.(text) ?? envelopeIn(text);
    if (message.type === 'unreadable') {
      const error = new UnreadableError(message.why);
      return this.closed({ code: WS_CLOSE_CODES.protocol, reason: message.why, error });
    }
    this.attempts = 0;
    this.note({ lastHeard: this.now() });
    this.heartbeat.heard();
    if (message.type === 'notification') {
      const event = message.action as WsEvent;
      for (const tell of [...(this.listeners.get(event) ?? [])]) tell(message.payload as never);
      return;
    }
    const asked = message.id === null ? undefined : this.waiting.get(message.id);
    if (!asked || message.id === null) return;
    this.waiting.delete(message.id);
    if (message.type === 'response') asked.resolve(message.payload);
    else asked.reject(refusalOf(message));
  }

  private leave(): void {
    const { socket } = this;
    this.socket = undefined;
    this.retry?.cancel();
    this.heartbeat.stop();
    socket?.close();
  }

  private fail(why: string): void {
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of waiting) reject(noAnswer(why));
  }

  private note(change: Partial<ConnectionFacts>): void {
    this.facts = { ...this.facts, ...change };
    this.parts.changed(this.facts);
  }

  private now(): number {
    return this.parts.clock.now();
  }
}

function envelopeIn(text: string): Message | Unreadable {
  const message = parsed(text);
  const isMessage = typeof message === 'object' && message !== null && 'type' in message;
  return isMessage ? (message as Message) : { type: 'unreadable', why: 'no message of this door' };
}
