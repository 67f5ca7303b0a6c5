import { AServer } from '../test/a-server.js';
import { RawHttp, type RawAnswer } from '../test/raw-http.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();
let server: AServer;
let http: RawHttp;

beforeAll(async () => {
  server = await AServer.start({ dataDir: newDir() });
  http = new RawHttp(server.url);
});
afterAll(async () => {
  http.close();
  await server.stop();
});

function send(
  method: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<RawAnswer> {
  const authorization = `Bearer ${server.admin}`;
  return http.send({ method, path, headers: { authorization, ...headers } });
}

describe('a request that is no HTTP', () => {
  const HOST = 'Host: localhost\r\n';

  it.each([
    ['garbage', 'hello\r\n\r\n', '400 Bad Request', '"bad_args"'],
    ['no host', 'GET /healthz HTTP/1.1\r\n\r\n', '400 Bad Request', ''],
    [
      'two lengths',
      `POST /api/login HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\n{`,
      '400 Bad Request',
      '"bad_args"',
    ],
    [
      'a length and chunks',
      `POST /api/login HTTP/1.1\r\n${HOST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      '400 Bad Request',
      '"bad_args"',
    ],
    [
      'huge headers',
      `GET /healthz HTTP/1.1\r\n${HOST}X: ${'a'.repeat(20_000)}\r\n\r\n`,
      '413 Payload Too Large',
      '"too_large"',
    ],
    [
      'an expectation',
      `POST /api/login HTTP/1.1\r\n${HOST}Expect: miracles\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
      '400 Bad Request',
      '"bad_args"',
    ],
    [
      'a bad chunk',
      `POST /api/agents/pc1/enroll HTTP/1.1\r\n${HOST}Authorization: Bearer x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
      '400 Bad Request',
      '"bad_args"',
    ],
  ])(
    'with %s gets an answer of the table and its connection ends',
    async (_, bytes, status, code) => {
      const answer = await http.bytes(bytes);
      expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status}\r\n`));
      expect(answer).toContain(code);
      expect(answer).not.toMatch(/\n\s+at |node:/);
    },
  );

  it('says so without a body when it asks for a head', async () => {
    const answer = await http.bytes(`HEAD /healthz HTTP/1.1\r\n${HOST}Bad Header: x\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 [^]*\r\n\r\n$/);
  });

  it('that ends in the middle of its body harms nobody', async () => {
    const errors = jest.spyOn(process.stderr, 'write');
    const head = `POST /api/agents HTTP/1.1\r\n${HOST}Authorization: Bearer ${server.admin}\r\nContent-Type: application/json\r\n`;
    await http.leave(`${head}Content-Length: 1000\r\n\r\n{"agent_id":`);
    await http.leave(`${head}Transfer-Encoding: chunked\r\n\r\n5\r\n{"age`);
    expect(await send('GET', '/healthz')).toMatchObject({ status: 200 });
    expect(errors).not.toHaveBeenCalled();
    errors.mockRestore();
  });
});

describe('every answer', () => {
  it('carries the headers that keep browsers out of trouble, errors as well', async () => {
    for (const path of [
      '/healthz',
      '/',
      '/api/fleet',
      '/api/nothing',
      '/api/agents/%zz',
      '/api/audit/export',
    ]) {
      const { headers } = await send('GET', path);
      expect([path, headers]).toEqual([
        path,
        expect.objectContaining({
          'content-security-policy':
            "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none';require-trusted-types-for 'script'",
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
          'referrer-policy': 'no-referrer',
          'cache-control': 'no-store',
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-resource-policy': 'same-origin',
          'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
        }),
      ]);
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers).not.toHaveProperty('etag');
      expect(headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  it('is whole, whatever the client already has', async () => {
    const headers = { 'if-none-match': '*', 'if-modified-since': new Date().toUTCString() };
    expect(await send('GET', '/api/fleet', headers)).toMatchObject({ status: 200 });
  });

  it('is packed when it is large and the client takes that', async () => {
    const plain = await send('GET', '/api/catalog');
    const packed = await send('GET', '/api/catalog', { 'accept-encoding': 'br, gzip' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(packed.text).toBe(plain.text);
    expect(Number(packed.headers['content-length'])).toBeLessThan(plain.text.length / 4);
    for (const refused of ['gzip;q=0', 'identity', 'x-gzip-not', '']) {
      const { headers } = await send('GET', '/api/catalog', {
        'accept-encoding': refused,
      });
      expect([refused, headers['content-encoding']]).toEqual([refused, undefined]);
    }
    const small = await send('GET', '/healthz', { 'accept-encoding': 'gzip' });
    expect(small.headers['content-encoding']).toBeUndefined();
  });
});
