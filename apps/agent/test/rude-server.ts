import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** A server that changes the protocol (101) instead of answering. */
export async function rudeServer(): Promise<{ host: string; stop: () => void }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end('HTTP/1.1 101 x\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { host: `127.0.0.1:${port}`, stop: () => server.close() };
}
