import type { OpenSocket, SocketEnd, SocketEvents } from '../src/live/socket.js';

interface Asked {
  readonly id: string;
  readonly action: string;
  readonly payload: Record<string, unknown>;
}

/** One socket as the server sees it: the spec says what comes. */
export class AServedSocket {
  readonly asked: Asked[] = [];
  closedByClient = false;

  constructor(private readonly events: SocketEvents) {}

  accept(): this {
    this.events.opened();
    return this;
  }

  breakOff(end: Partial<SocketEnd> = {}): void {
    this.events.closed({ code: 1006, reason: '', ...end });
  }

  /** To the last request with that action. */
  async answer(action: string, payload: object): Promise<void> {
    await this.say({ id: this.last(action).id, type: 'response', action, payload });
  }

  async refuse(action: string, code: string, message: string): Promise<void> {
    const payload = { code: 'BAD_REQUEST', message, details: { code, request_id: 'req', n: 1 } };
    await this.say({ id: this.last(action).id, type: 'error', action, payload });
  }

  push(action: string, payload: object): Promise<void> {
    return this.say({ id: 'n', type: 'notification', action, payload });
  }

  async text(text: string): Promise<void> {
    this.events.message(text);
    // Answers are promises: their readers come after this turn.
    for (let turn = 0; turn < 3; turn += 1) await Promise.resolve();
  }

  actions(): string[] {
    return this.asked.map(({ action }) => action);
  }

  last(action: string): Asked {
    const asked = this.asked.findLast((one) => one.action === action);
    if (!asked) throw new Error(`nobody asked for ${action}`);
    return asked;
  }

  private say(message: object): Promise<void> {
    return this.text(JSON.stringify(message));
  }
}

/** Where connections of a spec lead. */
export class AServer {
  readonly sockets: AServedSocket[] = [];

  readonly open: OpenSocket = (events) => {
    const socket = new AServedSocket(events);
    this.sockets.push(socket);
    return {
      send: (text) => socket.asked.push(JSON.parse(text) as Asked),
      close: () => (socket.closedByClient = true),
    };
  };

  get last(): AServedSocket {
    const last = this.sockets.at(-1);
    if (!last) throw new Error('nobody came');
    return last;
  }
}
