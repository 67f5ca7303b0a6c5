import {
  AGENT_SOCKET_PATH,
  agentEnrollPath,
  CLOSE_CODES,
  type AuthFrame,
  type RegisterFrame,
  type ResponseFrame,
} from '@kenny/contract';
import {
  decodeKey,
  decodeNonce,
  decodeSignature,
  encodeBase64,
  newNonce,
  serverSignatures,
  transcript,
} from '@kenny/handshake/server';
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { WebSocketServer, type WebSocket } from 'ws';
import { eventually } from './eventually.js';

type Frame = Record<string, unknown>;

const signatures = serverSignatures();

/**
 * A server that enrols one agent, proves itself and then sends whatever it is told to: no guard, no
 * gate, no approvals. What an agent refuses here, it refuses by itself.
 */
export class BareServer {
  readonly enrolToken = randomBytes(24).toString('hex');
  private readonly signer = signatures.createSigner(randomBytes(32));
  private readonly received: Frame[] = [];
  private readonly sockets = new WebSocketServer({ noServer: true });
  /** What the agent said of itself when it registered last. */
  meta: RegisterFrame['meta'] | undefined;
  private agentKey: Buffer | undefined;
  private socket: WebSocket | undefined;

  private constructor(
    private readonly agentId: string,
    private readonly http: Server,
  ) {
    http.on('request', (request, response) => this.enrol(request, response));
    http.on('upgrade', (request, socket, head) => {
      if (request.url !== AGENT_SOCKET_PATH) return socket.destroy();
      this.sockets.handleUpgrade(request, socket, head, (opened) => this.shakeHands(opened));
    });
  }

  static start(agentId: string): Promise<BareServer> {
    const http = createServer();
    return new Promise((resolve, reject) => {
      http.once('error', reject);
      http.listen(0, '127.0.0.1', () => resolve(new BareServer(agentId, http)));
    });
  }

  get url(): string {
    const address = this.http.address();
    if (address === null || typeof address === 'string') throw new Error('not listening');
    return `http://127.0.0.1:${address.port}`;
  }

  get publicKey(): string {
    return encodeBase64(this.signer.publicKey);
  }

  /** Waits until the agent has proved itself and said this of its switch. */
  async connected(remoteControl = true): Promise<void> {
    await eventually('an agent has proved itself', () =>
      this.socket && this.meta?.remote_control === remoteControl ? true : undefined,
    );
  }

  /** Sends a request straight to the agent and waits for its answer. */
  async request(id: string, tool: string, args: Frame): Promise<ResponseFrame> {
    const before = this.received.length;
    this.socket?.send(JSON.stringify({ type: 'request', id, tool, args }));
    return eventually(`the answer to ${tool}`, () => {
      const found = this.received
        .slice(before)
        .find((frame) => frame['type'] === 'response' && frame['id'] === id);
      return found as ResponseFrame | undefined;
    });
  }

  async stop(): Promise<void> {
    this.socket?.terminate();
    this.http.closeAllConnections();
    await new Promise((resolve) => this.http.close(resolve));
  }

  private enrol(request: IncomingMessage, response: ServerResponse): void {
    const ours = request.headers.authorization === `Bearer ${this.enrolToken}`;
    if (!ours || request.url !== agentEnrollPath(this.agentId)) {
      response.writeHead(401).end();
      return;
    }
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => (text += part));
    request.on('end', () => {
      const { public_key } = JSON.parse(text) as { public_key: string };
      this.agentKey = decodeKey(public_key);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ ok: true, agent_id: this.agentId, server_public_key: this.publicKey }),
      );
    });
  }

  private shakeHands(socket: WebSocket): void {
    const serverNonce = newNonce();
    let signed: Buffer | undefined;
    let meta: RegisterFrame['meta'];
    socket.on('message', (data: Buffer) => {
      const frame: unknown = JSON.parse(data.toString());
      if (socket === this.socket) this.received.push(frame as Frame);
      else if (!signed) {
        const { agent_id, client_nonce = '', ...register } = frame as RegisterFrame;
        meta = register.meta;
        signed = transcript(agent_id, decodeNonce(client_nonce) ?? newNonce(), serverNonce);
        const server_sig = encodeBase64(this.signer.sign(signed));
        const server_nonce = encodeBase64(serverNonce);
        socket.send(JSON.stringify({ type: 'challenge', server_nonce, server_sig }));
      } else if (this.isOurs(frame as AuthFrame, signed)) {
        this.socket = socket;
        this.meta = meta;
        socket.send(JSON.stringify({ type: 'policy', rules: [] }));
      } else socket.close(CLOSE_CODES.unauthenticated, 'not authenticated');
    });
  }

  private isOurs({ agent_sig }: AuthFrame, signed: Buffer): boolean {
    const signature = decodeSignature(agent_sig);
    if (!signature || !this.agentKey) return false;
    return signatures.verify(this.agentKey, signed, signature);
  }
}
