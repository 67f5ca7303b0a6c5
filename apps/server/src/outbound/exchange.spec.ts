import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exchange, openExchange, textOf } from './exchange.js';

const HERE = '127.0.0.1';
const LIMITS = { timeoutMs: 5_000, answerBytes: 1_000 };
let server: Server;

async function serving(listener: RequestListener): Promise<URL> {
  server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, HERE, done));
  return new URL(`http://${HERE}:${(server.address() as AddressInfo).port}/`);
}
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const message = (url: URL, body: string | Buffer = '') =>
  ({ url: url.href, method: 'PUT', headers: {}, body }) as const;

describe('an exchange with one address', () => {
  it('reads no more of an answer than it may be long, and that is no failure', async () => {
    const url = await serving((_, answer) => {
      answer.write('a'.repeat(1_000), () => answer.write('b'.repeat(1_000_000)));
    });
    const { status, text } = await exchange(url, HERE, message(url), LIMITS);
    expect([status, /^a*$/.test(text), text.length <= 1_000]).toEqual([200, true, true]);
  });

  it('sends a large body whole, piece by piece', async () => {
    const body = Buffer.alloc(3 * 1024 * 1024 + 7, 'kenny');
    let got = Buffer.of();
    const url = await serving((request, answer) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        got = Buffer.concat(parts);
        answer.end(request.headers['content-length']);
      });
    });
    const response = await openExchange(url, HERE, message(url, body), { idleMs: 5_000 });
    expect(await textOf(response, 100)).toEqual({ text: String(body.length), isWhole: true });
    expect(got.equals(body)).toBe(true);
  });

  it('fails when an answer breaks off', async () => {
    const url = await serving((_, answer) => {
      answer.writeHead(200, { 'content-length': 100 });
      answer.write('half', () => answer.destroy());
    });
    await expect(exchange(url, HERE, message(url), LIMITS)).rejects.toThrow();
  });
});
