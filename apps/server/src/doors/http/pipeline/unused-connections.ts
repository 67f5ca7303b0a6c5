import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Connection {
  readonly socket: Socket;
  /** Requests on it that are not answered yet. */
  open: number;
}

/**
 * Ends connections on which nobody waits for an answer as soon as the server closes. Node's own
 * `close` waits for those on which nothing was ever asked, and browsers open such ahead of need.
 */
export function endUnusedAtClose(server: Server): void {
  const connections = new Map<string, Connection>();
  const of = (socket: Socket) => connections.get(nameOf(socket));
  server.on('connection', (socket: Socket) => {
    const name = nameOf(socket);
    connections.set(name, { socket, open: 0 });
    socket.once('close', () => connections.delete(name));
  });
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = of(socket);
    if (!connection) return;
    connection.open += 1;
    response.once('close', () => {
      connection.open -= 1;
      if (!server.listening && connection.open === 0) socket.end();
    });
  });
  // A WebSocket is ended by whoever holds it.
  server.prependListener('upgrade', ({ socket }: IncomingMessage) => {
    connections.delete(nameOf(socket));
  });
  const close = server.close.bind(server);
  server.close = (done) => {
    close(done);
    for (const { socket, open } of connections.values()) if (open === 0) socket.destroy();
    return server;
  };
}

/** The same for a TCP connection and for the TLS that is spoken on it. */
function nameOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress ?? ''} ${remotePort ?? ''}`;
}
