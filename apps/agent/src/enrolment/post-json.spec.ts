import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { postJson } from './post-json.js';

describe('a question to the server', () => {
  it('ends with a reason where the answer is a change of protocol', async () => {
    const rude = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.end('HTTP/1.1 101 x\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n');
    });
    rude.listen(0, '127.0.0.1');
    await once(rude, 'listening');
    const { port } = rude.address() as AddressInfo;
    const result = await postJson({
      url: `http://127.0.0.1:${port}/`,
      body: {},
      bearer: 'x',
      tlsCa: undefined,
      timeoutMs: 60_000,
      signal: undefined,
    });
    expect(result).toEqual({ unreachable: 'the answer is a change of protocol' });
    rude.close();
  });
});
