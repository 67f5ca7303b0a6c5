import {
  AGENT_SOCKET_PATH,
  encodeFrame,
  parseFrame,
  type AgentFrameType,
  type Frame,
  type FrameOf,
  type PolicyRule,
} from '@kenny/contract/agent';
import {
  createPrivateKey,
  createPublicKey,
  randomUUID,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer, Server as TlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';

type AgentFrame = { [T in AgentFrameType]: FrameOf<T> }[AgentFrameType];

const AGENT_FRAMES: readonly AgentFrameType[] = [
  'register',
  'auth',
  'response',
  'response_part',
  'telemetry',
  'log',
  'ping',
  'pong',
];
/** Only for a message that says what is missing; a machine may be busy with other things. */
const PATIENCE_MS = 60_000;

/** Ed25519 by node:crypto, so that the agent is held to another implementation than its own. */
export function keyFromSeed(seed: Uint8Array): { secret: KeyObject; publicKey: Buffer } {
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
  const secret = createPrivateKey({
    key: Buffer.concat([prefix, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const spki = createPublicKey(secret).export({ format: 'der', type: 'spki' });
  return { secret, publicKey: Buffer.from(spki.subarray(-32)) };
}

export const SERVER_SEED = new Uint8Array(32).fill(0x51);
export const IMPOSTOR_SEED = new Uint8Array(32).fill(0x66);

/** A real WebSocket server that speaks seed 000 by hand: nothing in it is shared with ours. */
export class TestServer {
  private readonly arrived: TestConnection[] = [];
  private readonly waiting: ((connection: TestConnection) => void)[] = [];
  /** Connections so far. */
  count = 0;

  private constructor(
    private readonly http: Server,
    private readonly sockets: WebSocketServer,
  ) {
    sockets.on('connection', (socket) => {
      this.count += 1;
      const connection = new TestConnection(socket);
      const taker = this.waiting.shift();
      if (taker) taker(connection);
      else this.arrived.push(connection);
    });
  }

  /** With a key and a certificate it speaks TLS. */
  static async start(tls?: { key: string; cert: string }): Promise<TestServer> {
    const http = tls ? createTlsServer(tls) : createServer();
    const sockets = new WebSocketServer({ server: http, path: AGENT_SOCKET_PATH });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    return new TestServer(http, sockets);
  }

  get port(): number {
    return (this.http.address() as AddressInfo).port;
  }

  get address(): string {
    const scheme = this.http instanceof TlsServer ? 'https' : 'http';
    return `${scheme}://127.0.0.1:${this.port}`;
  }

  /** The next connection, just opened; one that came meanwhile counts. */
  connection(): Promise<TestConnection> {
    const here = this.arrived.shift();
    if (here) return Promise.resolve(here);
    return inTime(new Promise((resolve) => this.waiting.push(resolve)), 'a connection');
  }

  /** The next connection, through the handshake and welcomed. */
  async accept(rules: PolicyRule[] = [], features?: string[]): Promise<TestConnection> {
    const connection = await this.connection();
    await connection.challenge(SERVER_SEED);
    await connection.next('auth');
    connection.send({ type: 'policy', rules, ...(features ? { features } : {}) });
    return connection;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets.clients) socket.terminate();
    this.sockets.close();
    await new Promise((resolve) => this.http.close(resolve));
  }
}

/** One agent's connection as the server sees it. */
export class TestConnection {
  readonly frames: AgentFrame[] = [];
  readonly ended: Promise<number>;
  private acknowledges = false;
  private transcript = Buffer.alloc(0);
  private readonly watchers = new Set<() => void>();

  constructor(private readonly socket: WebSocket) {
    this.ended = new Promise((resolve) => socket.once('close', (code) => resolve(code)));
    socket.on('message', (data) => {
      const parsed = parseFrame((data as Buffer).toString(), AGENT_FRAMES);
      if (!parsed.ok) throw new Error(`the agent sent a bad frame: ${parsed.reason}`);
      this.frames.push(parsed.frame);
      const { frame } = parsed;
      if (this.acknowledges && frame.type === 'response_part') this.acknowledge(frame);
      for (const look of this.watchers) look();
    });
  }

  /** Answers `register` as the holder of `seed`. */
  async challenge(seed: Uint8Array): Promise<void> {
    const register = await this.next('register');
    const nonce = Buffer.alloc(32, 0xbb);
    this.transcript = Buffer.concat([
      Buffer.from(`kenny-mutual-auth-v1\0${register.agent_id}\0`),
      Buffer.from(register.client_nonce ?? '', 'base64'),
      Buffer.of(0),
      nonce,
    ]);
    const signature = sign(null, this.transcript, keyFromSeed(seed).secret);
    this.send({
      type: 'challenge',
      server_nonce: nonce.toString('base64'),
      server_sig: signature.toString('base64'),
    });
  }

  /** Whether `auth` is the signature of the agent with this seed. */
  async provedBy(agentSeed: Uint8Array): Promise<boolean> {
    const { agent_sig } = await this.next('auth');
    const { secret } = keyFromSeed(agentSeed);
    return verify(null, this.transcript, createPublicKey(secret), Buffer.from(agent_sig, 'base64'));
  }

  send(frame: Frame | string | Buffer): void {
    const raw = typeof frame === 'string' || Buffer.isBuffer(frame);
    this.socket.send(raw ? frame : encodeFrame(frame));
  }

  /** Sends a request and gives the agent's answer. */
  async call(
    tool: string,
    args: object = {},
    id: string = randomUUID(),
    approval?: string,
  ): Promise<FrameOf<'response'>> {
    const before = this.frames.length;
    const named = approval === undefined ? {} : { approval };
    this.send({ type: 'request', id, tool, args: { ...args }, ...named });
    return this.next('response', (frame, at) => frame.id === id && at >= before);
  }

  /** The first frame of a type that fits, also one that came earlier. */
  next<T extends AgentFrameType>(
    type: T,
    fits: (frame: FrameOf<T>, at: number) => boolean = () => true,
  ): Promise<FrameOf<T>> {
    const find = (): FrameOf<T> | undefined =>
      this.frames.find(
        (frame, at): frame is AgentFrame & FrameOf<T> =>
          frame.type === type && fits(frame as FrameOf<T>, at),
      );
    return inTime(
      new Promise((resolve) => {
        const look = (): void => {
          const found = find();
          if (!found) return;
          this.watchers.delete(look);
          resolve(found);
        };
        this.watchers.add(look);
        look();
      }),
      `a frame ${type}`,
    );
  }

  /** Acknowledges what has come in parts, and what comes from now on. */
  acknowledgeParts(): void {
    this.acknowledges = true;
    for (const frame of this.frames) if (frame.type === 'response_part') this.acknowledge(frame);
  }

  private acknowledge({ id, from, text }: FrameOf<'response_part'>): void {
    this.send({ type: 'response_ack', id, received: from + Buffer.byteLength(text) });
  }

  /** Types of all frames so far. */
  types(): AgentFrameType[] {
    return this.frames.map(({ type }) => type);
  }

  close(code: number): void {
    this.socket.close(code);
  }

  terminate(): void {
    this.socket.terminate();
  }
}

async function inTime<T>(promise: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not come`)), PATIENCE_MS);
    timer.unref();
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
