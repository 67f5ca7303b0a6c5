import { TestBed } from '@angular/core/testing';
import { LiveSocket } from '../src/app/core/subscriptions/live-socket';

interface Sent {
  readonly id: string;
  readonly action: string;
  readonly payload: unknown;
}

/** Stands in for the browser's own: the spec is the server. */
export class FakeWebSocket extends EventTarget {
  static readonly OPEN = 1;
  static opened: FakeWebSocket[] = [];
  readyState = 0;
  readonly sent: Sent[] = [];

  constructor(readonly url: URL) {
    super();
    FakeWebSocket.opened.push(this);
  }

  static get last(): FakeWebSocket {
    const last = FakeWebSocket.opened.at(-1);
    if (!last) throw new Error('no socket was opened');
    return last;
  }

  /** In place of the browser's sockets and timers, before and after each test. */
  static installed(): void {
    const real = globalThis.WebSocket;
    beforeEach(() => {
      jest.useFakeTimers();
      FakeWebSocket.opened = [];
      Object.assign(globalThis, { WebSocket: FakeWebSocket });
    });
    afterEach(() => {
      TestBed.inject(LiveSocket).disconnect();
      Object.assign(globalThis, { WebSocket: real });
      jest.useRealTimers();
    });
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Sent);
  }

  close(): void {
    this.readyState = 3;
  }

  accept(): void {
    this.readyState = FakeWebSocket.OPEN;
    this.dispatchEvent(new Event('open'));
  }

  breakOff(code = 1006): void {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event('close'), { code }));
  }

  /** Answers the last request with that action. */
  async answer(action: string, payload: object): Promise<void> {
    const asked = this.sent.findLast((one) => one.action === action);
    if (!asked) throw new Error(`nobody asked for ${action}`);
    await this.say({ id: asked.id, type: 'response', action, payload });
  }

  /** Refuses the last request with that action. */
  async refuse(action: string, code: string, message: string): Promise<void> {
    const asked = this.sent.findLast((one) => one.action === action);
    if (!asked) throw new Error(`nobody asked for ${action}`);
    const payload = { code: 'BAD_REQUEST', message, details: { code, request_id: 'req' } };
    await this.say({ id: asked.id, type: 'error', action, payload });
  }

  async push(action: string, payload: object): Promise<void> {
    await this.say({ id: 'n', type: 'notification', action, payload });
  }

  private async say(message: object): Promise<void> {
    const event = new Event('message');
    this.dispatchEvent(Object.assign(event, { data: JSON.stringify(message) }));
    // Answers are promises: their readers come after this turn.
    await Promise.resolve();
    await Promise.resolve();
  }
}
