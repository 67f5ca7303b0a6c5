import { AGENT_SOCKET_PATH } from '@kenny/contract';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer, type RawData } from 'ws';

type Frame = Readonly<Record<string, unknown>>;

/**
 * Stands between an agent and its server, passes everything on, and keeps what the server has sent:
 * what an agent was told to do is counted on the wire, not in anybody's own books.
 */
export class FrameTap {
  private readonly toAgent: Frame[] = [];
  private readonly sockets = new WebSocketServer({ noServer: true });
  private readonly open = new Set<WebSocket>();

  private constructor(
    private readonly http: Server,
    private readonly target: string,
  ) {
    http.on('request', (asked, answer) => {
      const { method, headers } = asked;
      const passedOn = request(new URL(asked.url ?? '/', target), { method, headers }, (got) => {
        answer.writeHead(got.statusCode ?? 502, got.headers);
        got.pipe(answer);
      });
      passedOn.on('error', () => answer.destroy());
      asked.pipe(passedOn);
    });
    http.on('upgrade', (asked, socket, head) => this.join(asked, socket, head));
  }

  /** @param target - the server's address */
  static start(target: string): Promise<FrameTap> {
    const http = createServer();
    return new Promise((resolve, reject) => {
      http.once('error', reject);
      http.listen(0, '127.0.0.1', () => resolve(new FrameTap(http, target)));
    });
  }

  get url(): string {
    const address = this.http.address();
    if (address === null || typeof address === 'string') throw new Error('not listening');
    return `http://127.0.0.1:${address.port}`;
  }

  /** Requests for a tool that the server has sent, in their order. */
  requestsFor(tool: string): Frame[] {
    return this.toAgent.filter(({ type, tool: name }) => type === 'request' && name === tool);
  }

  async stop(): Promise<void> {
    for (const socket of this.open) socket.terminate();
    this.http.closeAllConnections();
    await new Promise((resolve) => this.http.close(resolve));
  }

  /** The agent is let in when the server has let us in; either side's end is the other's. */
  private join(asked: IncomingMessage, socket: Duplex, head: Buffer): void {
    const server = new WebSocket(new URL(AGENT_SOCKET_PATH, this.target));
    server.once('error', () => socket.destroy());
    server.once('open', () => {
      this.sockets.handleUpgrade(asked, socket, head, (agent) => {
        for (const one of [agent, server]) this.open.add(one);
        pass(agent, server);
        pass(server, agent, (text) => this.toAgent.push(JSON.parse(text) as Frame));
      });
    });
  }
}

function pass(from: WebSocket, to: WebSocket, note: (text: string) => void = () => {}): void {
  from.on('message', (data: RawData) => {
    const text = (data as Buffer).toString('utf8');
    note(text);
    to.send(text);
  });
  from.on('error', () => to.terminate());
  from.on('close', () => to.terminate());
}
