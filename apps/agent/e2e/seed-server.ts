import { createPrivateKey, createPublicKey, randomUUID, sign, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';

/**
 * A server of protocol 0.8 that was written from the protocol's words alone. It shares nothing with
 * ours, has none of its additions, and says no more than it has to: an enrolment is answered with
 * `{"ok":true}`, a rule may have any id.
 */
const LABEL = 'kenny-mutual-auth-v1';
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');
const PATIENCE_MS = 60_000;

type Json = Record<string, unknown>;

export class SeedServer {
  /** `agent_id` → public key. */
  readonly enrolled = new Map<string, Buffer>();
  readonly frames: Json[] = [];
  private readonly secret = createPrivateKey({
    key: Buffer.concat([PKCS8, Buffer.alloc(32, 7)]),
    format: 'der',
    type: 'pkcs8',
  });
  private readonly watchers = new Set<() => void>();
  private readonly http: Server;
  private readonly sockets: WebSocketServer;
  private agent: WebSocket | undefined;

  private constructor(private readonly tokens: Map<string, string>) {
    this.http = createServer((request, response) => void this.enrol(request, response));
    this.sockets = new WebSocketServer({ server: this.http, path: '/agent/ws' });
    this.sockets.on('connection', (socket) => this.connected(socket));
  }

  /** @param tokens - one-time enrolment tokens by `agent_id` */
  static async start(tokens: Record<string, string>): Promise<SeedServer> {
    const server = new SeedServer(new Map(Object.entries(tokens)));
    await new Promise<void>((resolve) => server.http.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.http.address() as AddressInfo).port}`;
  }

  get publicKey(): string {
    const spki = createPublicKey(this.secret).export({ format: 'der', type: 'spki' });
    return spki.subarray(-32).toString('base64');
  }

  send(frame: Json): void {
    if (!this.agent) throw new Error('no agent is connected');
    this.agent.send(JSON.stringify(frame));
  }

  /** Invokes a tool; resolves with its `response`. */
  call(tool: string, args: Json = {}): Promise<Json> {
    const id = randomUUID();
    this.send({ type: 'request', id, tool, args });
    return this.next('response', (frame) => frame['id'] === id);
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

  async close(): Promise<void> {
    for (const socket of this.sockets.clients) socket.terminate();
    this.sockets.close();
    await new Promise((resolve) => this.http.close(resolve));
  }

  private async enrol(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const [, id = ''] = /^\/api\/agents\/([^/]+)\/enroll$/.exec(request.url ?? '') ?? [];
    const token = this.tokens.get(id);
    if (token === undefined || request.headers.authorization !== `Bearer ${token}`) {
      response.writeHead(401).end('{}');
      return;
    }
    this.tokens.delete(id);
    const { public_key } = JSON.parse(text) as { public_key: string };
    this.enrolled.set(id, Buffer.from(public_key, 'base64'));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
  }

  private connected(socket: WebSocket): void {
    const serverNonce = Buffer.alloc(32, 3);
    let agentId = '';
    let transcript = Buffer.alloc(0);
    socket.on('message', (data) => {
      const frame = JSON.parse((data as Buffer).toString('utf8')) as Json;
      if (frame['type'] === 'register') {
        agentId = String(frame['agent_id']);
        const nul = Buffer.alloc(1);
        const clientNonce = Buffer.from(String(frame['client_nonce']), 'base64');
        const parts = [Buffer.from(LABEL), nul, Buffer.from(agentId), nul, clientNonce, nul];
        transcript = Buffer.concat([...parts, serverNonce]);
        const server_sig = sign(null, transcript, this.secret).toString('base64');
        const server_nonce = serverNonce.toString('base64');
        socket.send(JSON.stringify({ type: 'challenge', server_nonce, server_sig }));
      } else if (frame['type'] === 'auth') {
        if (!this.proves(agentId, transcript, String(frame['agent_sig']))) socket.close(4401);
        else {
          this.agent = socket;
          socket.send(JSON.stringify({ type: 'policy', rules: [] }));
        }
      } else if (frame['type'] === 'ping') {
        socket.send(JSON.stringify({ type: 'pong' }));
      }
      this.frames.push(frame);
      for (const look of [...this.watchers]) look();
    });
  }

  private proves(agentId: string, transcript: Buffer, signature: string): boolean {
    const raw = this.enrolled.get(agentId);
    if (!raw) return false;
    const key = createPublicKey({
      key: Buffer.concat([SPKI, raw]),
      format: 'der',
      type: 'spki',
    });
    return verify(null, transcript, key, Buffer.from(signature, 'base64'));
  }
}
