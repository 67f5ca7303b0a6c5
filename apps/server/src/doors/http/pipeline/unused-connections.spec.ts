import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { endUnusedAtClose } from './unused-connections.js';

const ASK = 'GET / HTTP/1.1\r\nHost: kenny\r\n\r\n';

describe('a server that closes', () => {
  let server: Server;
  let socket: Socket;

  async function serve(answer: RequestListener): Promise<void> {
    server = createServer(answer);
    endUnusedAtClose(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const accepted = once(server, 'connection');
    socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    await accepted;
  }
  const closed = () => new Promise((done) => server.close(done));
  afterEach(() => {
    socket.destroy();
    server.closeAllConnections();
  });

  it('does not wait for a connection on which nothing was ever asked', async () => {
    await serve((_request, response) => response.end());
    await closed();
  });

  it('gives the answer that somebody waits for', async () => {
    let finish = (): void => undefined;
    await serve((_request, response) => (finish = () => response.end('here it is')));
    const asked = once(server, 'request');
    socket.write(ASK);
    await asked;
    const end = closed();
    finish();
    expect(await text(socket)).toContain('here it is');
    await end;
  });
});
