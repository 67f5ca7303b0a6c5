import type { Clock } from '@kenny/kernel';
import { FakeClock } from '@kenny/testing';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough, Writable } from 'node:stream';
import type { CliIo } from '../src/cli/io.js';
import { runCli } from '../src/cli/program.js';

/** What one request brought. */
export interface Asked {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

export interface Told {
  readonly status?: number;
  /** An object as JSON, a text as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

type Teller = Told | ((asked: Asked, response: ServerResponse) => Told | Promise<Told | undefined>);

/** A server on a real socket that knows what a test told it, and fails the test for anything else. */
export class FixtureServer {
  readonly asked: Asked[] = [];
  private readonly answers = new Map<string, Teller[]>();
  private readonly untold: string[] = [];
  private readonly server: Server;

  /** @param now - what its `Date` says */
  constructor(private readonly now: () => number) {
    this.server = createServer((request, response) => void this.serve(request, response));
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Answers to `GET /api/fleet`, in order; the last one stays. */
  on(route: string, ...tellers: Teller[]): this {
    this.answers.set(route, tellers);
    return this;
  }

  /** @throws Error that names what was asked and never told */
  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    if (this.untold.length > 0)
      throw new Error(`not told how to answer: ${this.untold.join(', ')}`);
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString('utf8');
    const isJson = headers['content-type']?.startsWith('application/json') ?? false;
    const body: unknown = isJson && text ? JSON.parse(text) : text || undefined;
    const asked = { method, path, headers, body };
    this.asked.push(asked);
    const tellers = this.answers.get(`${method} ${path.split('?')[0] ?? ''}`);
    const teller = tellers && tellers.length > 1 ? tellers.shift() : tellers?.[0];
    if (!teller) this.untold.push(`${method} ${path}`);
    const told =
      typeof teller === 'function' ? await teller(asked, response) : (teller ?? { status: 500 });
    if (told) this.send(told, response);
  }

  private send({ status = 200, body, headers = {} }: Told, response: ServerResponse): void {
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      date: new Date(this.now()).toUTCString(),
      ...headers,
    });
    response.end(typeof body === 'string' || body === undefined ? body : JSON.stringify(body));
  }
}

/** What a refusal of the server looks like. */
export function refusal(status: number, code: string, message: string): Told {
  return { status, body: { error: { code, message, request_id: 'req-1' } } };
}

/** An output that remembers. */
export class CapturedOutput extends Writable {
  text = '';
  isTTY = false;
  columns = 200;

  override _write(chunk: Buffer | string, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    this.emit('said');
    done();
  }

  /** Resolves when this text has been said. */
  async said(part: string): Promise<void> {
    while (!this.text.includes(part)) {
      await new Promise((resolve) => this.once('said', resolve));
    }
  }
}

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A terminal, an environment and a clock for command lines. */
export class CliWorld {
  readonly clock = new FakeClock();
  readonly out = new CapturedOutput();
  readonly err = new CapturedOutput();
  readonly keyboard = Object.assign(new PassThrough(), { isTTY: false });
  readonly stopping = new AbortController();
  readonly unread = new AbortController();
  env: Record<string, string | undefined> = {};

  constructor(
    readonly home: string,
    private readonly realClock?: Clock,
  ) {}

  /** A person sits there. */
  atTerminal(): this {
    for (const stream of [this.out, this.err, this.keyboard]) stream.isTTY = true;
    return this;
  }

  async run(...words: string[]): Promise<Outcome> {
    this.out.text = '';
    this.err.text = '';
    const code = await runCli(words, this.io());
    return { code, out: this.out.text, err: this.err.text };
  }

  /** What a command gets of this world. */
  io(): CliIo {
    return {
      out: this.out,
      err: this.err,
      input: this.keyboard,
      env: this.env,
      cwd: this.home,
      home: this.home,
      clock: this.realClock ?? this.clock,
      // The longest pauses.
      random: () => 1,
      stop: this.stopping.signal,
      readerGone: this.unread.signal,
    };
  }
}
