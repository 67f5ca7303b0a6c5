import {
  checkWith,
  RPC_PATH,
  type RpcNotification,
  type RpcNotificationOf,
  type RpcParamsOf,
  type RpcResultOf,
  type RpcServerMethod,
  type RpcTurnEvent,
} from '@kenny/contract';
import { rpcAnswerValidators } from '@kenny/contract/answer-validators';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { bearer, SocketClient } from './socket-client.js';

export interface RpcAnswer {
  readonly id: string | number | null;
  readonly result?: unknown;
  readonly error?: { code: number; message: string; data?: Record<string, unknown> };
}

interface Pushed {
  readonly method: RpcNotification;
  readonly params: unknown;
}

/** A client of `/rpc` over a real socket. */
export class RpcTestClient extends SocketClient {
  /** Everything in the order in which it came: answers and notifications. */
  readonly heard: (RpcAnswer | Pushed)[] = [];
  private readonly asked = new Map<string | number, string>();
  private sent = 0;

  static async open(url: string, token: string): Promise<RpcTestClient> {
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}${RPC_PATH}`, bearer(token));
    const client = new RpcTestClient(socket);
    await once(socket, 'open');
    return client;
  }

  async ask<M extends RpcServerMethod>(
    method: M,
    params: Partial<RpcParamsOf<M>> | null = null,
  ): Promise<RpcResultOf<M>> {
    const { result, error } = await this.request(method, params);
    if (error) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result as RpcResultOf<M>;
  }

  /** The error of a request that must fail: number, word, message. */
  async fail(method: string, params: unknown = {}) {
    const { error } = await this.request(method, params);
    if (!error) throw new Error(`${method} was answered`);
    return { number: error.code, code: error.data?.['code'], message: error.message };
  }

  request(method: string, params: unknown): Promise<RpcAnswer> {
    const id = `r${(this.sent += 1)}`;
    this.asked.set(id, method);
    this.socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    return this.answerTo(id);
  }

  async answerTo(id: string | number | null): Promise<RpcAnswer> {
    const found = (): RpcAnswer | undefined =>
      this.heard.find((one): one is RpcAnswer => 'id' in one && one.id === id);
    await this.until(() => found() !== undefined);
    const answer = found();
    if (!answer) throw new Error(`closed with ${this.closeCode} before ${id} was answered`);
    return answer;
  }

  pushed<N extends RpcNotification>(name: N): RpcNotificationOf<N>[] {
    return this.heard.flatMap((one) =>
      'method' in one && one.method === name ? [one.params as RpcNotificationOf<N>] : [],
    );
  }

  async pushes<N extends RpcNotification>(name: N, count = 1): Promise<RpcNotificationOf<N>[]> {
    await this.until(() => this.pushed(name).length >= count);
    return this.pushed(name);
  }

  events(turnId: string): RpcTurnEvent[] {
    return this.pushed('turn/event').filter((event) => event.turnId === turnId);
  }

  /** All events of a turn that has come to its end. */
  async finished(turnId: string): Promise<RpcTurnEvent[]> {
    await this.until(() => this.events(turnId).some(({ type }) => type === 'turnFinished'));
    return this.events(turnId);
  }

  protected take(raw: string): string {
    const message = JSON.parse(raw) as RpcAnswer | Pushed;
    this.heard.push(message);
    for (const [name, value] of this.shapesOf(message)) {
      const faults = checkWith(rpcAnswerValidators, name, value);
      this.faults.push(...faults.map((fault) => `${name}: ${JSON.stringify(fault)}`));
    }
    if (!('method' in message)) return 'answers';
    const { type } = message.params as { readonly type?: string };
    return [message.method, type].filter(Boolean).join(' ');
  }

  private shapesOf(message: RpcAnswer | Pushed): [string, unknown][] {
    if ('method' in message) {
      const { method, params } = message;
      const { type, payload } = params as RpcTurnEvent;
      const own: [string, unknown] = [`notification:${method}`, params];
      return method === 'turn/event' ? [own, [`turn:${type}`, payload]] : [own];
    }
    if (message.error || message.id === null) return [];
    return [[`result:${this.asked.get(message.id) ?? ''}`, message.result]];
  }
}
