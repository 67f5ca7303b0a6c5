import { createPrivateKey, createPublicKey, randomBytes, sign, verify } from 'node:crypto';
import { WebSocket } from 'ws';

/**
 * An agent of protocol 0.8 that was written from the protocol's words alone: it shares nothing with
 * ours, has none of its additions, sends no ping and says no more than it has to.
 */
const LABEL = 'kenny-mutual-auth-v1';
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');
const PATIENCE_MS = 60_000;

type Json = Record<string, unknown>;

export interface SeedAgentOptions {
  /** The server's `http://` address. */
  readonly url: string;
  readonly agentId: string;
  /** Base64; carried by the installer. */
  readonly serverKey: string;
  /** Results by tool; for others it answers `unsupported`. */
  readonly results: Readonly<Record<string, Json>>;
}

export class SeedAgent {
  readonly frames: Json[] = [];
  private readonly secret = createPrivateKey({
    key: Buffer.concat([PKCS8, randomBytes(32)]),
    format: 'der',
    type: 'pkcs8',
  });
  private readonly nonce = randomBytes(32);
  private readonly watchers = new Set<() => void>();
  private socket: WebSocket | undefined;

  constructor(private readonly options: SeedAgentOptions) {}

  /** Brings the public key to the server; the HTTP status. */
  async enrol(token: string): Promise<number> {
    const spki = createPublicKey(this.secret).export({ format: 'der', type: 'spki' });
    const { url, agentId } = this.options;
    const answer = await fetch(`${url}/api/agents/${agentId}/enroll`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ public_key: spki.subarray(-32).toString('base64') }),
    });
    return answer.status;
  }

  /** Connects and proves its key; resolves with the first `policy`. */
  async connect(): Promise<Json> {
    const socket = new WebSocket(`${this.options.url.replace('http', 'ws')}/agent/ws`);
    this.socket = socket;
    socket.on('message', (data) => this.receive(JSON.parse((data as Buffer).toString()) as Json));
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    this.send({
      type: 'register',
      agent_id: this.options.agentId,
      protocol: '0.8',
      client_nonce: this.nonce.toString('base64'),
      meta: { hostname: 'EXAMPLE-PC', os: 'windows', version: '0.1.0' },
    });
    return this.next('policy');
  }

  send(frame: Json): void {
    this.socket?.send(JSON.stringify(frame));
  }

  /** The first frame of that type that fits, past or to come. */
  next(type: string, fits: (frame: Json) => boolean = () => true): Promise<Json> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`no ${type} came`)), PATIENCE_MS).unref();
      const look = () => {
        const found = this.frames.find((frame) => frame['type'] === type && fits(frame));
        if (!found) return;
        clearTimeout(late);
        this.watchers.delete(look);
        resolve(found);
      };
      this.watchers.add(look);
      look();
    });
  }

  close(): void {
    this.socket?.terminate();
  }

  private receive(frame: Json): void {
    if (frame['type'] === 'challenge') this.prove(frame);
    else if (frame['type'] === 'request') this.answer(frame);
    else if (frame['type'] === 'ping') this.send({ type: 'pong' });
    this.frames.push(frame);
    for (const look of [...this.watchers]) look();
  }

  private prove({ server_nonce, server_sig }: Json): void {
    const nul = Buffer.alloc(1);
    const parts = [Buffer.from(LABEL), nul, Buffer.from(this.options.agentId), nul, this.nonce];
    const serverNonce = Buffer.from(String(server_nonce), 'base64');
    const transcript = Buffer.concat([...parts, nul, serverNonce]);
    const raw = Buffer.from(this.options.serverKey, 'base64');
    const key = createPublicKey({ key: Buffer.concat([SPKI, raw]), format: 'der', type: 'spki' });
    if (!verify(null, transcript, key, Buffer.from(String(server_sig), 'base64'))) {
      return this.close();
    }
    const agent_sig = sign(null, transcript, this.secret).toString('base64');
    this.send({ type: 'auth', agent_sig });
  }

  private answer({ id, tool }: Json): void {
    const result = this.options.results[String(tool)];
    const error = { code: 'unsupported', message: `${String(tool)} is not here` };
    this.send({ type: 'response', id, ...(result ? { ok: true, result } : { ok: false, error }) });
  }
}
