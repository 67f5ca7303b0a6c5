import type { Clock } from '@kenny/kernel';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { contentLength, Peer, type Closed, type PeerOptions } from '../src/index.js';

/** A message as it came from the peer. */
export type Told = Record<string, unknown> & { error?: { code: number; data?: unknown } };

/** Time that passes only when a test says so. */
export class HeldClock implements Clock {
  private readonly timers = new Set<{ fn: () => void; at: number }>();
  private time = 0;

  now = (): number => this.time;
  monotonic = (): number => this.time;

  setTimer(fn: () => void, ms: number) {
    const timer = { fn, at: this.time + ms };
    this.timers.add(timer);
    return { cancel: () => void this.timers.delete(timer) };
  }

  get pending(): number {
    return this.timers.size;
  }

  advance(ms: number): void {
    this.time += ms;
    for (const timer of [...this.timers]) {
      if (timer.at > this.time || !this.timers.delete(timer)) continue;
      timer.fn();
    }
  }
}

/** Keeps what was logged; a test that expects nothing says so. */
export class Logged {
  readonly lines: { facts: object; message: string }[] = [];
  warn = (facts: object, message: string): void => void this.lines.push({ facts, message });
  error = this.warn;
}

/** A frame of bytes as a client writes it, whatever its text. */
export function frame(body: unknown, headers = ''): Buffer {
  const text = typeof body === 'string' ? Buffer.from(body) : Buffer.from(JSON.stringify(body));
  return Buffer.concat([Buffer.from(`Content-Length: ${text.length}\r\n${headers}\r\n`), text]);
}

export const request = (id: unknown, method: unknown, params?: unknown) => ({
  ...{ jsonrpc: '2.0', id, method },
  ...(params === undefined ? {} : { params }),
});

/** A peer and the other end of its streams. */
export class Wire {
  readonly input = new PassThrough();
  readonly output: PassThrough;
  readonly clock = new HeldClock();
  readonly log = new Logged();
  readonly peer: Peer;
  /** All that the peer has written and that was read here. */
  readonly told: Told[] = [];
  private rest = Buffer.alloc(0);
  private readonly waiting: (() => void)[] = [];

  constructor(options: Partial<PeerOptions> & { outputRoom?: number } = {}) {
    const { outputRoom, ...others } = options;
    this.output = new PassThrough({ highWaterMark: outputRoom });
    const { input, output, clock, log } = this;
    const framing = contentLength;
    this.peer = new Peer({ input, output, framing, clock, log, newErrorId: () => 'e1', ...others });
    if (outputRoom === undefined) this.readOutput();
  }

  /** Begins to read what the peer writes. */
  readOutput(): void {
    this.output.on('data', (chunk: Buffer) => {
      this.rest = Buffer.concat([this.rest, chunk]);
      while (this.parse());
      for (const look of this.waiting.splice(0)) look();
    });
  }

  start(): this {
    this.peer.start();
    return this;
  }

  send(...bodies: unknown[]): void {
    for (const body of bodies) this.input.write(frame(body));
  }

  raw(bytes: string | Uint8Array): void {
    this.input.write(bytes);
  }

  /** When the peer has written so many messages, all of them. */
  async heard(count: number): Promise<Told[]> {
    while (this.told.length < count) await new Promise<void>((look) => this.waiting.push(look));
    return this.told;
  }

  /** Ends the input, and says how it ended when all is written. */
  async end(): Promise<Closed> {
    this.input.end();
    const closed = await this.peer.closed;
    if (!this.output.readableEnded) await once(this.output, 'end');
    return closed;
  }

  private parse(): boolean {
    const [header, length] =
      /^Content-Length: (\d+)\r\n\r\n/.exec(this.rest.toString('latin1')) ?? [];
    if (header === undefined) return false;
    const end = header.length + Number(length);
    if (this.rest.length < end) return false;
    this.told.push(JSON.parse(this.rest.subarray(header.length, end).toString()) as Told);
    this.rest = this.rest.subarray(end);
    return true;
  }
}
