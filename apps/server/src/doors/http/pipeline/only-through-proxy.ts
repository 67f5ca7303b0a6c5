import { API_PATHS } from '@kenny/contract';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isLoopback, type AppConfig } from '../../../config/index.js';
import { isTrusted, peerOf, trustedProxies } from '../../../kernel/index.js';

type Setting = Pick<AppConfig, 'publicUrl' | 'tls' | 'trustProxy' | 'insecureHttp'>;

/**
 * Where a proxy terminates TLS, peers that bypass it would speak plain text over a network: they
 * get 421 on every route and for both sockets, except at `/healthz`. This machine itself needs no
 * proxy.
 */
export function onlyThroughProxy(server: Server, config: Setting): void {
  if (config.tls || config.insecureHttp || config.trustProxy.length === 0) return;
  const trusted = trustedProxies(config.trustProxy);
  const isWelcome = ({ socket, method, url }: IncomingMessage): boolean => {
    const peer = peerOf(socket);
    if (isLoopback(peer) || isTrusted(peer, trusted)) return true;
    return method === 'GET' && url === API_PATHS.healthz;
  };
  const words =
    `Plain HTTP is not served here. Use ${config.publicUrl}. If you are its proxy, add ` +
    'your address to KENNY_TRUST_PROXY.\n';
  // Ahead of all listeners, including those that WebSocket servers add later.
  const emit = server.emit.bind(server) as (event: string | symbol, ...args: unknown[]) => boolean;
  server.emit = (event: string | symbol, ...args: unknown[]): boolean => {
    if (event === 'request' && !isWelcome(args[0] as IncomingMessage)) {
      refuseRequest(args[1] as ServerResponse, words);
      return true;
    }
    if (event === 'upgrade' && !isWelcome(args[0] as IncomingMessage)) {
      refuseUpgrade(args[1] as Socket, words);
      return true;
    }
    return emit(event, ...args);
  };
}

const HEADERS = { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' };

function refuseRequest(response: ServerResponse, words: string): void {
  response.writeHead(421, HEADERS).end(words);
}

function refuseUpgrade(socket: Socket, words: string): void {
  // The peer may have disconnected already.
  socket.on('error', () => undefined);
  const headers = Object.entries(HEADERS).map(([name, value]) => `${name}: ${value}`);
  socket.end(['HTTP/1.1 421 Misdirected Request', ...headers, '', words].join('\r\n'));
}
