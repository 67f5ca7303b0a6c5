import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { AGENT_SOCKET_PATH, CLOSE_CODES } from '@kenny/contract/agent';
import {
  decodeNonce,
  decodeSignature,
  encodeBase64,
  newNonce,
  serverSignatures,
  transcript,
} from '@kenny/handshake/server';

const signatures = serverSignatures();
const signer = signatures.createSigner(Buffer.from(Array.from({ length: 32 }, (_, i) => i)));

type Json = Record<string, unknown>;

/** The least that a server of protocol 0.8 does, to try the fake agent against. */
export class TunnelServer {
  readonly publicKey = signer.publicKey;
  /** Messages after authentication, parsed. */
  readonly received: Json[] = [];
  /** The messages of the handshake as they came, text or binary. */
  readonly handshake: { text: string; binary: boolean }[] = [];
  signWith = signer;
  agentKey: Buffer | undefined;
  private socket: WebSocket | undefined;
  private arrivals: (() => void)[] = [];

  private constructor(private readonly server: WebSocketServer) {
    server.on('connection', (socket) => this.serve(socket));
  }

  static async start(): Promise<TunnelServer> {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0, path: AGENT_SOCKET_PATH });
    await once(server, 'listening');
    return new TunnelServer(server);
  }

  get url(): string {
    const { port } = this.server.address() as AddressInfo;
    return `ws://127.0.0.1:${port}${AGENT_SOCKET_PATH}`;
  }

  send(message: Json | string | Buffer): void {
    const raw = typeof message === 'string' || Buffer.isBuffer(message);
    this.socket?.send(raw ? message : JSON.stringify(message));
  }

  request(id: string, tool: string, args: Json = {}): void {
    this.send({ type: 'request', id, tool, args });
  }

  /** The first message after authentication of which these fields are part. */
  async receive(part: Json): Promise<Json> {
    const fits = (frame: Json) =>
      Object.entries(part).every(([key, value]) => frame[key] === value);
    for (;;) {
      const found = this.received.find(fits);
      if (found) return found;
      await new Promise<void>((resolve) => this.arrivals.push(resolve));
    }
  }

  /** The n-th message of the handshake. */
  async handshakeMessage(n: number): Promise<{ text: string; binary: boolean }> {
    for (;;) {
      const message = this.handshake[n - 1];
      if (message) return message;
      await new Promise<void>((resolve) => this.arrivals.push(resolve));
    }
  }

  drop(code: number, reason: string): void {
    this.socket?.close(code, reason);
  }

  async stop(): Promise<void> {
    for (const client of this.server.clients) client.terminate();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private serve(socket: WebSocket): void {
    this.socket = socket;
    let message: Buffer | undefined;
    let online = false;
    socket.on('message', (data: Buffer, binary: boolean) => {
      const text = data.toString();
      if (online) this.received.push(JSON.parse(text) as Json);
      else this.handshake.push({ text, binary });
      for (const arrived of this.arrivals.splice(0)) arrived();
      if (online) return;
      if (!message) {
        message = this.challenge(text, socket);
        return;
      }
      online = this.verify(text, message);
      if (online) this.send({ type: 'policy', rules: [] });
      else socket.close(CLOSE_CODES.unauthenticated, 'not authenticated');
    });
  }

  private challenge(text: string, socket: WebSocket): Buffer | undefined {
    const register = parse(text);
    const clientNonce = decodeNonce(textIn(register, 'client_nonce'));
    if (!register || !clientNonce) {
      socket.close(CLOSE_CODES.protocol, 'not a register frame');
      return undefined;
    }
    const serverNonce = newNonce();
    const message = transcript(textIn(register, 'agent_id'), clientNonce, serverNonce);
    this.send({
      type: 'challenge',
      server_nonce: encodeBase64(serverNonce),
      server_sig: encodeBase64(this.signWith.sign(message)),
    });
    return message;
  }

  private verify(text: string, message: Buffer): boolean {
    const signature = decodeSignature(textIn(parse(text), 'agent_sig'));
    if (!signature || !this.agentKey) return false;
    return signatures.verify(this.agentKey, message, signature);
  }
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    // Not JSON is one of the things the fake agent sends on purpose.
    return undefined;
  }
}

function textIn(value: Json | undefined, key: string): string {
  const text = value?.[key];
  return typeof text === 'string' ? text : '';
}
