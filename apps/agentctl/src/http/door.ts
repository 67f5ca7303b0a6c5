import { AGENTCTL_ROUTES, type AgentctlRoute } from '@kenny/contract/agentctl';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { messageOf } from '../errors/error-code.js';
import { Refusal } from '../errors/refusal.js';
import type { Log } from '../logging/log.js';
import type { Sink } from '../streams/listener.js';
import { Access } from './access.js';
import { bodyBytes, bodyObject } from './body.js';
import type { Answer, HttpRoute, HttpRouteName, SocketRoute, SocketRouteName } from './routes.js';

export interface DoorParts {
  token: string | undefined;
  routes: Record<HttpRouteName, HttpRoute>;
  sockets: Record<SocketRouteName, SocketRoute>;
  log: Log;
}

type FoundRoute = AgentctlRoute & { run?: HttpRoute; attach?: SocketRoute };

/** Listeners send nothing; a little, so that what they do send is refused and not gathered. */
const SOCKET_PAYLOAD_BYTES = 4_096;
/** What the kernel and ws hold for one listener before its own queue fills. */
const SOCKET_BUFFER_BYTES = 256 * 1024;
const GOING_AWAY = 1001;

/** The HTTP server: finds the route, asks who it is, and puts every refusal into the one shape. */
export class Door {
  private readonly access: Access;
  private readonly found: FoundRoute[];
  private readonly server: Server;
  private readonly upgrader = new WebSocketServer({
    noServer: true,
    maxPayload: SOCKET_PAYLOAD_BYTES,
    perMessageDeflate: false,
  });

  constructor(private readonly parts: DoorParts) {
    this.access = new Access(parts.token);
    const runs: Partial<Record<string, HttpRoute>> = parts.routes;
    const attaches: Partial<Record<string, SocketRoute>> = parts.sockets;
    this.found = Object.entries(AGENTCTL_ROUTES).map(([name, route]) => {
      const [run, attach] = [runs[name], attaches[name]];
      return { ...route, ...(run && { run }), ...(attach && { attach }) };
    });
    this.server = createServer((request, response) => void this.serve(request, response));
    this.server.on('upgrade', (request, socket, head) => this.upgrade(request, socket, head));
    this.server.on('clientError', (_, socket) => refuseSocket(socket, notHttp()));
  }

  /** @returns the port */
  listen(host: string, port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, host, () => {
        this.server.off('error', reject);
        // A socket's own troubles come to its own handlers; this one would end the process.
        this.server.on('error', (error) =>
          this.parts.log.error('the server failed', { error: error.message }),
        );
        resolve(portOf(this.server.address()));
      });
    });
  }

  /** Takes nobody new; those who listen hear the last frames and a close. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const socket of this.upgrader.clients) socket.close(GOING_AWAY, 'agentctl is ending');
    this.server.closeIdleConnections();
    const drained = [...this.upgrader.clients].map(
      (socket) => new Promise((resolve) => socket.once('close', resolve)),
    );
    await Promise.all([closed, ...drained]);
  }

  /** For those who did not let go by themselves. */
  cut(): void {
    for (const socket of this.upgrader.clients) socket.terminate();
    this.server.closeAllConnections();
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    try {
      this.access.check(request);
      const { route, query } = this.routeOf(request);
      if (!route.run) throw new Refusal('upgrade_required', `${route.path} speaks WebSocket only`);
      const body = request.method === 'POST' ? await bodyBytes(request) : Buffer.alloc(0);
      // The seed's curl lines send none; what is sent to start says nothing.
      const fields = route.path === AGENTCTL_ROUTES.start.path ? {} : bodyObject(body);
      write(response, await route.run({ body: fields, query, signal: gone.signal }));
    } catch (error) {
      if (response.destroyed) return;
      const refusal = this.refusalOf(error);
      // Connections of refused senders end, with whatever they had not sent yet.
      if (!request.complete) response.setHeader('Connection', 'close');
      write(response, { status: refusal.status, body: refusal.toBody() });
    }
  }

  private upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', (error) =>
      this.parts.log.debug('a socket broke', { error: messageOf(error) }),
    );
    try {
      this.access.check(request);
      const { route, query } = this.routeOf(request);
      if (!route.attach) throw new Refusal('bad_request', `${route.path} speaks no WebSocket`);
      const attach = route.attach(query);
      this.upgrader.handleUpgrade(request, socket, head, (client) => {
        client.on('error', (error) =>
          this.parts.log.debug('a listener failed', { error: messageOf(error) }),
        );
        client.once('close', attach(sinkOf(client)));
      });
    } catch (error) {
      refuseSocket(socket, this.refusalOf(error));
    }
  }

  private routeOf({ method, url = '' }: IncomingMessage): {
    route: FoundRoute;
    query: URLSearchParams;
  } {
    const at = url.indexOf('?');
    const path = at < 0 ? url : url.slice(0, at);
    const query = new URLSearchParams(at < 0 ? '' : url.slice(at));
    const route = this.found.find((known) => known.path === path);
    if (!route) {
      const known = this.found.map((each) => `${each.method} ${each.path}`).join(', ');
      throw new Refusal('not_found', `no route ${path.slice(0, 200)}`, `There are ${known}.`);
    }
    if (route.method !== method) {
      throw new Refusal('method_not_allowed', `${path} is asked with ${route.method}`);
    }
    return { route, query };
  }

  private refusalOf(error: unknown): Refusal {
    if (error instanceof Refusal) return error;
    this.parts.log.error('a request failed', { error: messageOf(error) });
    return new Refusal('internal_error', 'agentctl failed', 'Its log says more.');
  }
}

const notHttp = (): Refusal => new Refusal('bad_request', 'this is not HTTP as expected');

function sinkOf(client: WebSocket): Sink {
  return {
    get ready() {
      return client.readyState === client.OPEN && client.bufferedAmount < SOCKET_BUFFER_BYTES;
    },
    // What could not be sent is told by the socket's close.
    send: (frame, done) => client.send(frame, { binary: false }, () => done()),
  };
}

function write(response: ServerResponse, { status, body }: Answer): void {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': bytes.length,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(bytes);
}

/** For a socket that no request stands for: HTTP by hand. */
function refuseSocket(socket: Duplex, refusal: Refusal): void {
  if (!socket.writable) return;
  const body = JSON.stringify(refusal.toBody());
  const head = [
    `HTTP/1.1 ${refusal.status} ${refusal.code}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}
