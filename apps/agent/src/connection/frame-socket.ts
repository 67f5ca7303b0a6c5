import {
  encodeFrame,
  maskSecrets,
  parseFrame,
  SignsOfLife,
  type AgentFrameType,
  type FrameOf,
  type ServerFrameType,
} from '@kenny/contract/agent';
import type { Clock } from '@kenny/kernel';
import { WebSocket, type RawData } from 'ws';
import { connectionTrouble } from '../errors/error-code.js';
import { trusting } from '../platform/open-request.js';
import { dropUnreadableRules, type SkippedRule } from './readable-rules.js';

export type ServerFrame = { [T in ServerFrameType]: FrameOf<T> }[ServerFrameType];
export type AgentFrame = { [T in AgentFrameType]: FrameOf<T> }[AgentFrameType];

export interface ConnectOptions {
  url: string;
  /** PEM of an extra certificate authority. */
  tlsCa: string | undefined;
  /** Masked in every frame; tokens are recognised by their form. */
  secrets: readonly string[];
  timeoutMs: number;
  /** Cancels the attempt; has no effect once connected. */
  signal: AbortSignal;
  clock: Clock;
  /** Called for every dropped frame; `count` is this connection's total. */
  onMalformed: (reason: string, count: number) => void;
  /** Called for every unreadable rule of a `policy` frame. */
  onRuleSkipped: (rule: SkippedRule) => void;
}

export interface SocketEnd {
  /** WebSocket close code; 1006 when the connection just broke. */
  code: number;
  reason: string;
}

/** A policy frame of 1,000 rules is about 1.4 MiB; nothing else from the server is as large. */
const MAX_FRAME_BYTES = 4 * 1024 * 1024;
const SERVER_FRAMES: readonly ServerFrameType[] = [
  'challenge',
  'request',
  'policy',
  'cancel',
  'response_ack',
  'ping',
  'pong',
];
/** Frames buffered until there is a listener. A server that sends more is not ours. */
const MAX_WAITING = 64;

/** A WebSocket of frames. Malformed ones are dropped and counted, never fatal. */
export class FrameSocket {
  /** Resolves when the connection is gone, for whatever reason. */
  readonly ended: Promise<SocketEnd>;
  private listener: ((frame: ServerFrame) => void) | undefined;
  private readonly waiting: ServerFrame[] = [];
  private malformed = 0;
  private readonly life: SignsOfLife;

  private constructor(
    private readonly socket: WebSocket,
    bytesRead: () => number,
    private readonly options: ConnectOptions,
  ) {
    this.life = new SignsOfLife(options.clock, bytesRead);
    this.ended = new Promise((resolve) => {
      socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() }));
    });
    socket.on('message', (data, binary) => this.receive(data, binary));
    socket.on('ping', () => this.life.messageCame());
    // `close` follows.
    socket.on('error', () => undefined);
  }

  /** @throws Error in words when there is no connection */
  static connect(options: ConnectOptions): Promise<FrameSocket> {
    const { url, tlsCa, timeoutMs, signal } = options;
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(new Error('stopped'));
      const socket = new WebSocket(url, {
        perMessageDeflate: false,
        maxPayload: MAX_FRAME_BYTES,
        handshakeTimeout: timeoutMs,
        followRedirects: false,
        ...trusting(tlsCa),
      });
      const giveUp = (): void => socket.terminate();
      const failed = (error: Error): void => {
        signal.removeEventListener('abort', giveUp);
        reject(new Error(connectionTrouble(error)));
      };
      let bytesRead = (): number => 0;
      signal.addEventListener('abort', giveUp, { once: true });
      socket.once('error', failed);
      socket.once('upgrade', ({ socket: below }) => (bytesRead = () => below.bytesRead));
      socket.once('open', () => {
        signal.removeEventListener('abort', giveUp);
        socket.removeListener('error', failed);
        resolve(new FrameSocket(socket, bytesRead, options));
      });
    });
  }

  /** When anything last arrived, by the monotonic clock. */
  get lastHeardAt(): number {
    return this.life.heardAt;
  }

  /** Bytes that were sent and have not left this process. */
  get unsentBytes(): number {
    return this.socket.bufferedAmount;
  }

  /** Every frame from now on, after the buffered ones. */
  listen(listener: ((frame: ServerFrame) => void) | undefined): void {
    this.listener = listener;
    while (this.listener && this.waiting.length > 0) {
      const frame = this.waiting.shift();
      if (frame) this.listener(frame);
    }
  }

  send(frame: AgentFrame): void {
    this.sendText(encodeFrame(frame));
  }

  /** For a frame that was encoded already. */
  sendText(text: string): void {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    this.socket.send(this.masked(text));
  }

  /** Masks what must not leave this PC. */
  masked(text: string): string {
    return maskSecrets(text, this.options.secrets);
  }

  /** Closes; the server has a moment to answer, then the connection is cut. */
  close(code = 1000, reason = ''): void {
    this.socket.close(code, reason);
  }

  /** Cuts the connection at once. */
  terminate(): void {
    this.socket.terminate();
  }

  private receive(data: RawData, binary: boolean): void {
    this.life.messageCame();
    if (binary) return this.drop('binary message');
    const parsed = parseFrame(textOf(data), SERVER_FRAMES, (frame) => {
      for (const rule of dropUnreadableRules(frame)) this.options.onRuleSkipped(rule);
    });
    if (!parsed.ok) return this.drop(parsed.reason);
    if (this.listener) this.listener(parsed.frame);
    else if (this.waiting.length < MAX_WAITING) this.waiting.push(parsed.frame);
    else this.drop('too many frames before the handshake is over');
  }

  private drop(reason: string): void {
    this.malformed += 1;
    this.options.onMalformed(reason, this.malformed);
  }
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString();
  return (data instanceof ArrayBuffer ? Buffer.from(data) : data).toString();
}
