import { RPC_CATALOG, RPC_PATH, RPC_PUSHED } from '@kenny/contract';
import {
  contentLength,
  messageTransport,
  Peer,
  type Params,
  type RequestHandler,
  type RequestOptions,
} from '@kenny/jsonrpc';
import { systemClock, type Clock } from '@kenny/kernel';
import { FakeClock } from '@kenny/testing';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { CliIo } from '../src/cli/io.js';
import { namedServer, runRpc } from '../src/cli/rpc/run-rpc.js';

const SILENT = { warn: () => undefined, error: () => undefined };

type Told = (params: Params, push: Push, signal: AbortSignal) => unknown;
/** Sends a notification; `after` is for what follows the answer. */
interface Push {
  (method: string, params: object): void;
}

/** The server's end of `/rpc`, which knows what a test told it and refuses everything else. */
export class RpcFixture {
  readonly asked: { method: string; params: Params }[] = [];
  /** Refuses the next upgrades so. */
  refusal: { status: number; message: string } | null = null;
  private readonly answers = new Map<string, Told>();
  private readonly server: Server = createServer();
  private readonly sockets = new WebSocketServer({ noServer: true });
  private peer: Peer | null = null;
  private socket: WebSocket | null = null;

  constructor() {
    this.on('kenny/hello', () => ({ scope: 'operator' }));
    this.on('kenny/tidy', () => ({ removed: false }));
    this.server.on('upgrade', (request, socket, head) => {
      if (this.refusal || request.url !== RPC_PATH) {
        const { status = 404, message = 'no' } = this.refusal ?? {};
        const body = JSON.stringify({ error: { code: 'x', message } });
        socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
        return;
      }
      this.sockets.handleUpgrade(request, socket, head, (opened) => this.serve(opened));
    });
  }

  async listen(port = 0): Promise<this> {
    this.server.listen(port, '127.0.0.1');
    await once(this.server, 'listening');
    return this;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Answers to a method, from now on. */
  on(method: string, told: Told): this {
    this.answers.set(method, told);
    return this;
  }

  push(method: string, params: object): void {
    this.peer?.notify(method, params);
  }

  /** As when the server is killed; it goes on listening. */
  cut(): void {
    this.socket?.terminate();
  }

  async close(): Promise<void> {
    this.cut();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private serve(socket: WebSocket): void {
    const transport = messageTransport({
      send: (json, sent) => socket.send(json, { binary: false }, sent),
      resume: () => socket.resume(),
    });
    const { input, output, framing } = transport;
    const peer = new Peer({ input, output, framing, clock: systemClock, log: SILENT });
    for (const [method, { pace }] of Object.entries(RPC_CATALOG)) {
      const answer: RequestHandler = (params, context) => {
        this.asked.push({ method, params });
        const told = this.answers.get(method);
        if (!told) throw new Error(`not told how to answer ${method}`);
        const push: Push = (name, what) => peer.notify(name, what, { after: context });
        return told(params, push, context.signal);
      };
      if (pace === 'slow') peer.onSlow(method, answer);
      else peer.onQuick(method, answer);
    }
    socket.on('message', (data: Buffer) => transport.receive(data));
    socket.on('close', () => transport.end());
    [this.peer, this.socket] = [peer, socket];
    peer.start();
  }
}

interface RunOptions {
  readonly cwd?: string;
  readonly token?: string;
  readonly clock?: Clock;
}

/** `kenny rpc` in this process, with an editor at its other end. */
export class RpcRun {
  readonly clock = new FakeClock();
  readonly heard: { method: string; params: Params }[] = [];
  readonly editor: Peer;
  readonly code: Promise<number>;
  readonly stdin = new PassThrough();
  readonly stdout = new PassThrough();
  private wake: () => void = () => undefined;

  /** @param server - its port, or where it is by now: a server that was started again has another one */
  constructor(
    server: number | (() => string),
    { cwd = '/', token = 'kny_test', clock }: RunOptions = {},
  ) {
    const url = typeof server === 'number' ? () => `http://127.0.0.1:${server}` : server;
    const env = {
      get KENNY_URL() {
        return url();
      },
      ...(token ? { KENNY_TOKEN: token } : {}),
    };
    const io = {
      ...{ input: this.stdin, out: this.stdout, err: new PassThrough(), cwd, home: '/nowhere' },
      ...{ clock: clock ?? this.clock, stop: new AbortController().signal, env },
      readerGone: new AbortController().signal,
    } as unknown as CliIo;
    const streams = { input: this.stdin, output: this.stdout };
    this.code = runRpc(io, namedServer(io, {}), streams);
    // As with a real pipe: the process that stops reading does not take away what was written to us.
    const writing = new PassThrough();
    writing.pipe(this.stdin);
    this.editor = new Peer({
      ...{ input: this.stdout, output: writing, framing: contentLength },
      ...{ clock: systemClock, log: SILENT },
    });
    for (const method of RPC_PUSHED) {
      this.editor.onNotification(method, (params) => {
        this.heard.push({ method, params });
        this.wake();
      });
    }
    this.editor.start();
  }

  ask(
    method: string,
    params: object = {},
    options: RequestOptions = {},
  ): Promise<Record<string, unknown>> {
    return this.editor.request(method, params, options) as Promise<Record<string, unknown>>;
  }

  /** Resolves when the editor has heard as many notifications. */
  async hears(count: number): Promise<Params[]> {
    while (this.heard.length < count) {
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
    return this.heard.map(({ params }) => params);
  }

  /** Lets time pass until this is settled. */
  async settled<T>(work: Promise<T>): Promise<T> {
    let over = false;
    const done = () => (over = true);
    work.then(done, done);
    while (!over) await this.clock.advanceAsync(STEP_MS);
    return work;
  }

  /** The editor closes our standard input. */
  end(): Promise<number> {
    this.stdin.end();
    return this.settled(this.code);
  }
}

const STEP_MS = 100;
