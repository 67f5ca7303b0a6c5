import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Connection {
  readonly socket: Socket;
  /** Requests that are still unanswered. */
  open: number;
}

/**
 * Closes connections that carry no open request as soon as the server closes: Node's own `close`
 * waits for those that never carried one, and browsers open such connections ahead of need.
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
  // Whoever owns a WebSocket closes it.
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

/** The same for a TCP socket and for the TLS socket on top of it. */
function nameOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress ?? ''} ${remotePort ?? ''}`;
}
