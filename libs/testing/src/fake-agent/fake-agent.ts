import { WebSocket, type RawData } from 'ws';
import {
  CAPS,
  encodeFrame,
  parseFrame,
  PROTOCOL_VERSION,
  type Frame,
  type FrameOf,
  type ServerFrameType,
} from '@kenny/contract/agent';
import {
  decodeNonce,
  decodeSignature,
  encodeBase64,
  newNonce,
  serverSignatures,
  transcript,
  type Signer,
} from '@kenny/handshake/server';
import { aMeta, EXAMPLE_PC } from '../world/frames.js';
import { FrameLog, type ServerFrame } from './frame-log.js';
import { NO_ANSWER, ToolFailure, type FakeAgentOptions, type Outgoing } from './options.js';

/** The two implementations agree on every bit; this one is the faster. */
const signatures = serverSignatures();
const DEFAULT_SEED = Buffer.from(Array.from({ length: 32 }, (_, i) => 32 + i));
/** Only for a message that says what is missing; a machine may be busy with other things. */
const PATIENCE_MS = 60_000;
const FROM_SERVER: readonly ServerFrameType[] = [
  ...(['challenge', 'policy', 'request', 'cancel', 'response_ack', 'ping', 'pong'] as const),
];

/** How a connection ended. */
export class ConnectionClosed extends Error {
  constructor(
    readonly code: number,
    readonly reason: string,
  ) {
    super(`the server closed the connection: ${code} ${reason}`.trimEnd());
  }
}

/**
 * An agent for tests: a real socket, a real key and the real protocol, with answers that the test
 * gives. One object is one connection. Whatever it was not prepared for (a request for another
 * tool, the same request or approval twice, a frame that is none) is a failure that `close` and `terminate`
 * throw.
 */
export class FakeAgent {
  readonly agentId: string;
  readonly publicKey: Buffer;
  /** Every request, also those that went wrong. */
  readonly requests: FrameOf<'request'>[] = [];
  /** What went wrong that no promise could tell. */
  readonly failures: Error[] = [];
  /** Kept when the connection has ended, whoever ended it. */
  readonly closed: Promise<ConnectionClosed>;

  private readonly socket: WebSocket;
  private readonly patienceMs: number;
  private readonly log: FrameLog;
  private readonly signer: Signer;
  private readonly nonce = newNonce();
  private readonly running = new Map<string, AbortController>();
  private readonly seenIds = new Set<string>();
  private readonly seenApprovals = new Set<string>();
  private connecting: Promise<FrameOf<'policy'>> | undefined;
  /** Why the connection ended, where its close code does not say it. */
  private brokenBy: Error | undefined;

  constructor(readonly options: FakeAgentOptions) {
    this.agentId = options.agentId ?? EXAMPLE_PC;
    this.signer = signatures.createSigner(options.seed ?? DEFAULT_SEED);
    this.publicKey = this.signer.publicKey;
    this.patienceMs = options.patienceMs ?? PATIENCE_MS;
    this.log = new FrameLog(this.patienceMs);
    this.socket = new WebSocket(options.url, {
      perMessageDeflate: false,
      maxPayload: CAPS.responseBytes,
      headers: { ...options.headers },
      ca: options.ca,
    });
    this.socket.on('open', () => this.attempt(() => this.register()));
    this.socket.on('message', (data, binary) => this.attempt(() => this.receive(data, binary)));
    // An error is always followed by 'close', which carries on from here.
    this.socket.on('error', (error) => (this.brokenBy ??= error));
    this.closed = new Promise((resolve) => {
      this.socket.on('close', (code, reason) => resolve(this.ended(code, reason.toString())));
    });
  }

  /** Everything the server sent, in order. */
  get frames(): readonly ServerFrame[] {
    return this.log.frames;
  }

  /**
   * Kept with the first policy frame: from then on the agent is online.
   * Broken with `ConnectionClosed` (code and reason), or with the error of a refused upgrade.
   */
  connect(): Promise<FrameOf<'policy'>> {
    this.connecting ??= this.waitFor((frame) => frame.type === 'policy');
    return this.connecting;
  }

  /** Kept when the socket is open and nothing more: before any frame of the handshake is sent. */
  opened(): Promise<void> {
    if (this.socket.readyState === WebSocket.OPEN) return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.socket.once('open', resolve);
      void this.closed.then((closed) => reject(this.brokenBy ?? closed));
    });
  }

  /**
   * The first frame that fits, past or to come. Broken when the connection ends without one, or
   * after `patienceMs` of real time.
   */
  waitFor<F extends ServerFrame>(
    accepts: (frame: ServerFrame) => frame is F,
    patienceMs?: number,
  ): Promise<F>;
  waitFor(accepts: (frame: ServerFrame) => boolean, patienceMs?: number): Promise<ServerFrame>;
  waitFor(accepts: (frame: ServerFrame) => boolean, patienceMs?: number): Promise<ServerFrame> {
    return this.log.waitFor(accepts, patienceMs);
  }

  /** The n-th request (from 1), past or to come. */
  async request(n = 1): Promise<FrameOf<'request'>> {
    await this.log.waitFor((frame) => frame.type === 'request' && this.requests.length >= n);
    const request = this.requests[n - 1];
    if (!request) throw new Error(`there is no request ${n}`);
    return request;
  }

  send(frame: Frame): void {
    this.socket.send(encodeFrame(frame));
  }

  /** Anything at all: text as it is, a Buffer as a binary message, an object as JSON. */
  sendRaw(data: Outgoing): void {
    const raw = typeof data === 'string' || Buffer.isBuffer(data);
    this.socket.send(raw ? data : JSON.stringify(data));
  }

  /** A control frame of the WebSocket itself. */
  control(kind: 'ping' | 'pong'): void {
    this.socket[kind]();
  }

  /** A piece of a message that goes on. */
  sendPiece(text: string): void {
    this.socket.send(text, { fin: false });
  }

  /** Answers a request by hand, e.g. one whose handler returned `NO_ANSWER`. */
  answer(id: string, result: Record<string, unknown>): void {
    this.send({ type: 'response', id, ok: true, result });
  }

  /** Ends the connection in order. @throws AggregateError if anything went wrong before. */
  async close(): Promise<void> {
    if (this.socket.readyState === WebSocket.CONNECTING) this.socket.terminate();
    else this.socket.close(1000);
    const patience = setTimeout(() => this.socket.terminate(), this.patienceMs);
    await this.closed;
    clearTimeout(patience);
    this.assertNoFailures();
  }

  /** Drops the connection as a power cut does. @throws as `close`. */
  async terminate(): Promise<void> {
    this.socket.terminate();
    await this.closed;
    this.assertNoFailures();
  }

  private async register(): Promise<void> {
    const { meta, features, script } = this.options;
    const correct: FrameOf<'register'> = {
      type: 'register',
      agent_id: this.agentId,
      protocol: PROTOCOL_VERSION,
      client_nonce: encodeBase64(this.nonce),
      meta: aMeta({ ...meta, ...(features ? { features } : {}) }),
    };
    this.sendIfOpen(script?.register ? await script.register(correct) : correct);
  }

  private async receive(data: RawData, binary: boolean): Promise<void> {
    if (binary) throw new Error('the server sent a binary message');
    const parsed = parseFrame((data as Buffer).toString('utf8'), FROM_SERVER);
    if (!parsed.ok) throw new Error(`the server sent a frame that is none: ${parsed.reason}`);
    const { frame } = parsed;
    if (frame.type === 'request') this.requests.push(frame);
    this.log.add(frame);
    switch (frame.type) {
      case 'challenge':
        return this.authenticate(frame);
      case 'request':
        return this.run(frame);
      case 'cancel':
        return this.running.get(frame.id)?.abort();
      case 'ping':
        return this.options.mute ? undefined : this.send({ type: 'pong' });
      default:
        return undefined;
    }
  }

  private async authenticate(challenge: FrameOf<'challenge'>): Promise<void> {
    const { serverPublicKey, script } = this.options;
    const serverNonce = decodeNonce(challenge.server_nonce);
    const serverSignature = decodeSignature(challenge.server_sig);
    if (!serverNonce || !serverSignature) throw new Error('the challenge is not well formed');
    const message = transcript(this.agentId, this.nonce, serverNonce);
    if (serverPublicKey && !signatures.verify(serverPublicKey, message, serverSignature)) {
      this.brokenBy = new Error("the server's signature does not verify");
      return this.socket.terminate();
    }
    const correct: FrameOf<'auth'> = {
      type: 'auth',
      agent_sig: encodeBase64(this.signer.sign(message)),
    };
    this.sendIfOpen(script?.auth ? await script.auth(correct, challenge) : correct);
  }

  private async run({ id, tool, args, approval }: FrameOf<'request'>): Promise<void> {
    if (this.seenIds.has(id)) throw new Error(`the server sent request ${id} (${tool}) twice`);
    this.seenIds.add(id);
    if (approval !== undefined) {
      if (this.seenApprovals.has(approval)) {
        throw new Error(`the server sent approval ${approval} (${tool}) twice`);
      }
      this.seenApprovals.add(approval);
    }
    const handler = this.options.handlers?.[tool];
    if (!handler) {
      const message = `FakeAgent was not told what to answer: ${tool}(${JSON.stringify(args)})`;
      this.sendIfOpen({ type: 'response', id, ok: false, error: { code: 'internal', message } });
      throw new Error(message);
    }
    const abort = new AbortController();
    this.running.set(id, abort);
    try {
      const result = await handler(args, {
        ...{ id, signal: abort.signal },
        ...(approval === undefined ? {} : { approval }),
      });
      if (result !== NO_ANSWER) this.sendIfOpen({ type: 'response', id, ok: true, result });
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error;
      const { code, message } = error;
      this.sendIfOpen({ type: 'response', id, ok: false, error: { code, message } });
    } finally {
      this.running.delete(id);
    }
  }

  /** What was to be sent after the connection ended is no fault of anybody. */
  private sendIfOpen(data: Outgoing | undefined): void {
    if (data !== undefined && this.socket.readyState === WebSocket.OPEN) this.sendRaw(data);
  }

  private attempt(work: () => Promise<void> | void): void {
    Promise.resolve()
      .then(work)
      .catch((error: unknown) => {
        this.failures.push(error instanceof Error ? error : new Error(String(error)));
      });
  }

  private ended(code: number, reason: string): ConnectionClosed {
    const closed = new ConnectionClosed(code, reason);
    this.log.end(this.brokenBy ?? this.failures[0] ?? closed);
    for (const abort of this.running.values()) abort.abort();
    return closed;
  }

  private assertNoFailures(): void {
    if (this.failures.length === 0) return;
    const all = this.failures.map((failure) => failure.message).join('; ');
    throw new AggregateError(this.failures, `FakeAgent ${this.agentId}: ${all}`);
  }
}
