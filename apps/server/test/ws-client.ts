import {
  checkWith,
  WS_PATH,
  type WsAction,
  type WsAnswerOf,
  type WsError,
  type WsEvent,
  type WsEventOf,
  type WsNotification,
  type WsResponse,
} from '@kenny/contract';
import { wsAnswerValidators } from '@kenny/contract/answer-validators';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { WebSocket, type ClientOptions } from 'ws';
import { SocketClient } from './socket-client.js';

export { bearer } from './socket-client.js';

type Message = WsResponse | WsError | WsNotification;

/** How an upgrade was refused. */
export interface Refusal {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly code: string;
  readonly text: string;
}

/** A client of `/ws` over a real socket. */
export class WsClient extends SocketClient {
  /** In the order they came; `raw` is the message to the letter. */
  readonly pushed: (WsNotification & { raw: string })[] = [];
  private readonly answers = new Map<string, WsResponse | WsError>();
  private sent = 0;

  static async open(url: string, options: ClientOptions = {}): Promise<WsClient> {
    const socket = new WebSocket(addressOf(url), options);
    const client = new WsClient(socket);
    await once(socket, 'open');
    return client;
  }

  /** An upgrade that must be refused. */
  static refused(url: string, options: ClientOptions = {}, path?: string): Promise<Refusal> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(addressOf(url, path), options);
      socket.on('open', () => reject(new Error('the upgrade was accepted')));
      socket.on('error', () => undefined);
      socket.on('unexpected-response', (_request, response: IncomingMessage) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => {
          const { error } = JSON.parse(text) as { error: { code: string } };
          resolve({
            ...{ status: response.statusCode ?? 0, headers: response.headers },
            ...{ code: error.code, text },
          });
        });
      });
    });
  }

  /** The answer of a request that must succeed. */
  async ask<A extends WsAction>(action: A, payload: object = {}): Promise<WsAnswerOf<A>> {
    const answer = await this.request(action, payload);
    if (answer.type === 'error') throw new Error(JSON.stringify(answer.payload));
    return answer.payload as unknown as WsAnswerOf<A>;
  }

  /** The error of a request that must fail: its `/ws` code, ours, the message. */
  async fail(action: string, payload: object = {}): Promise<WsError['payload']> {
    const answer = await this.request(action, payload);
    if (answer.type !== 'error') throw new Error(`${action} was answered`);
    return answer.payload;
  }

  request(action: string, payload: object = {}): Promise<WsResponse | WsError> {
    const id = this.send(action, payload);
    return this.answerTo(id);
  }

  /** Without waiting; the id under which the answer will come. */
  send(action: string, payload: object = {}): string {
    const id = `r${(this.sent += 1)}`;
    this.socket.send(JSON.stringify({ id, type: 'request', action, payload }));
    return id;
  }

  async answerTo(id: string): Promise<WsResponse | WsError> {
    await this.until(() => this.answers.has(id));
    const answer = this.answers.get(id);
    if (!answer) throw new Error(`closed with ${this.closeCode} before ${id} was answered`);
    return answer;
  }

  /** The pushes of that name so far. */
  events<E extends WsEvent>(name: E): WsEventOf<E>[] {
    return this.pushed
      .filter(({ action }) => action === name)
      .map(({ payload }) => payload as unknown as WsEventOf<E>);
  }

  /** Waits until so many of that name have come. */
  async pushes<E extends WsEvent>(name: E, count = 1): Promise<WsEventOf<E>[]> {
    await this.until(() => this.events(name).length >= count);
    return this.events(name);
  }

  protected take(raw: string): string {
    const message = JSON.parse(raw) as Message;
    this.faults.push(...this.faultsOf(message));
    if (message.type === 'notification') this.pushed.push({ ...message, raw });
    else this.answers.set(message.id ?? 'unread', message);
    return `${message.type} ${message.action}`;
  }

  private faultsOf(message: Message): string[] {
    const inner = { response: 'answer', notification: 'event', error: '' }[message.type];
    const faults = [
      ...checkWith(wsAnswerValidators, `ws:${message.type}`, message),
      ...(message.type === 'error'
        ? checkWith(wsAnswerValidators, 'ws:error_payload', message.payload)
        : checkWith(wsAnswerValidators, `${inner}:${message.action}`, message.payload)),
    ];
    return faults.map((fault) => `${message.action}: ${JSON.stringify(fault)}`);
  }
}

function addressOf(url: string, path = WS_PATH): string {
  return `${url.replace(/^http/, 'ws')}${path}`;
}
