import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { CliWorld, FixtureServer, refusal } from '../../../test/cli-world.js';
import { tempDirs } from '../../../test/temp-dir.js';

const tempDir = tempDirs();
const FLEET = {
  overall: 'ok',
  run: 'r',
  seq: 1,
  counts: { crit: 0, warn: 0, offline: 0, unknown: 0, ok: 0 },
  agents: [],
};

let world: CliWorld;
let server: FixtureServer;

beforeEach(async () => {
  world = new CliWorld(tempDir());
  server = await new FixtureServer(() => world.clock.now()).listen();
  world.env = { KENNY_URL: server.url, KENNY_TOKEN: 'kny_test' };
});
afterEach(() => server.close());

describe('a request to the server', () => {
  it('carries the token and says that it is the command line', async () => {
    server.on('GET /api/fleet', { body: FLEET });
    expect(await world.run('agent', 'list')).toMatchObject({ code: 0, err: '' });
    expect(server.asked[0]?.headers).toMatchObject({
      authorization: 'Bearer kny_test',
      'x-kenny-client': 'cli',
      accept: 'application/json',
    });
  });

  it('goes to --url rather than to KENNY_URL', async () => {
    server.on('GET /api/fleet', { body: FLEET });
    world.env['KENNY_URL'] = 'http://127.0.0.1:9';
    expect((await world.run('agent', 'list', '--url', server.url)).code).toBe(0);
  });

  it('leaves no timer behind', async () => {
    server.on('GET /api/fleet', { body: FLEET });
    await world.run('agent', 'list');
    expect(world.clock.pendingTimers).toBe(0);
  });

  it.each([
    [400, 'validation', 2],
    [401, 'unauthenticated', 3],
    [403, 'wrong_scope', 3],
    [404, 'unknown_agent', 1],
    [409, 'conflict', 1],
    [409, 'hash_mismatch', 3],
    [429, 'rate_limited', 3],
    [500, 'internal', 1],
    [503, 'unavailable', 4],
    [403, 'a_code_of_2040', 3],
    [422, 'a_code_of_2040', 2],
    [500, 'a_code_of_2040', 1],
  ])('refused with %d %s exits with %d', async (status, code, exit) => {
    server.on('GET /api/fleet', refusal(status, code, 'No, because of this.'));
    const { code: exitCode, err, out } = await world.run('agent', 'list');
    expect(exitCode).toBe(exit);
    expect(out).toBe('');
    expect(err).toContain(`No, because of this. [${code}]`);
    expect(err).toContain('Request req-1.');
  });

  it('says what to do next below a refusal', async () => {
    server.on('GET /api/fleet', refusal(401, 'unauthenticated', 'No.'));
    expect((await world.run('agent', 'list')).err).toContain('Set KENNY_TOKEN');
  });

  it('with --json gives a refusal to the letter, on standard error', async () => {
    const told = refusal(404, 'not_found', 'There is none.');
    server.on('GET /api/fleet', told);
    const { err, out } = await world.run('agent', 'list', '--json');
    expect(out).toBe('');
    expect(err).toBe(`${JSON.stringify(told.body)}\n`);
  });

  it('does not let a refusal paint the terminal', async () => {
    server.on(
      'GET /api/fleet',
      refusal(400, 'validation', '\u001b[2J\u202eok\nkenny: all is well'),
    );
    const { err } = await world.run('agent', 'list');
    expect(err).toContain('⟨U+001B⟩[2J⟨U+202E⟩ok⟨U+000A⟩kenny: all is well');
  });
});

describe('a server that cannot be used', () => {
  it('nobody listens: exit 4 with the address', async () => {
    world.env['KENNY_URL'] = 'http://127.0.0.1:9';
    const { code, err } = await world.run('agent', 'list');
    expect(code).toBe(4);
    expect(err).toMatch(/http:\/\/127\.0\.0\.1:9 cannot be reached: nothing listens there/);
    expect(err).not.toContain('    at ');
  });

  it('with --json as well, as an error object', async () => {
    world.env['KENNY_URL'] = 'http://127.0.0.1:9';
    const { code, err } = await world.run('agent', 'list', '--json');
    expect(code).toBe(4);
    expect(JSON.parse(err)).toMatchObject({ error: { code: 'unavailable' } });
  });

  it('does not answer: gives up after half a minute', async () => {
    let asked = () => {};
    const arrived = new Promise<void>((resolve) => (asked = resolve));
    server.on('GET /api/fleet', () => {
      asked();
      return new Promise(() => undefined);
    });
    const run = world.run('agent', 'list');
    await arrived;
    await world.clock.advanceAsync(30_000);
    const { code, err } = await run;
    expect(code).toBe(4);
    expect(err).toContain('does not answer in time');
  });

  it('breaks off in the middle of the answer', async () => {
    server.on('GET /api/fleet', (_asked, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{"overall":', () => response.destroy());
      return Promise.resolve(undefined);
    });
    expect(await world.run('agent', 'list')).toMatchObject({ code: 4, out: '' });
  });

  it('breaks off after a change was asked for: says that it may have happened', async () => {
    server.on('DELETE /api/tokens/tok_1', (_asked, response) => {
      response.destroy();
      return Promise.resolve(undefined);
    });
    const { code, err } = await world.run('token', 'revoke', 'tok_1');
    expect(code).toBe(4);
    expect(err).toContain('It may have been done');
  });

  it('sends on to somewhere else: the token stays here', async () => {
    server.on('GET /api/fleet', { status: 307, headers: { location: 'https://evil.example/' } });
    const { code, err } = await world.run('agent', 'list');
    expect(code).toBe(4);
    expect(err).toContain('sends on to https://evil.example/');
    expect(server.asked).toHaveLength(1);
  });

  it.each(['<html>502 Bad Gateway</html>', '', '{"error":"x"}', '[]'])(
    'is not kenny: it answers 502 %j',
    async (body) => {
      server.on('GET /api/fleet', { status: 502, body });
      const { code, err } = await world.run('agent', 'list');
      expect(code).toBe(4);
      expect(err).toContain('answered 502, and not as kenny does');
    },
  );

  it.each(['{}', 'null', '<html>', '{"agents":{"length":1}}'])(
    'answers what no fleet is: %s',
    async (body) => {
      server.on('GET /api/fleet', { body });
      const { code, err, out } = await world.run('agent', 'list');
      expect(code).toBe(1);
      expect(out).toBe('');
      expect(err).toContain('cannot read');
    },
  );

  it('does not speak TLS where https was said, and the other way round', async () => {
    world.env['KENNY_URL'] = server.url.replace('http', 'https');
    const { code, err } = await world.run('agent', 'list');
    expect(code).toBe(4);
    expect(err).toContain('does not speak TLS there; try http://');
  });

  it('changes the protocol instead of answering', async () => {
    const odd = createServer();
    odd.on('connection', (socket) => {
      socket.write('HTTP/1.1 101 x\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n');
    });
    world.env['KENNY_URL'] = await listening(odd, 'http');
    const { code, err } = await world.run('agent', 'list');
    odd.close();
    expect(code).toBe(4);
    expect(err).toContain('answered 101, and not as kenny does');
    expect(world.clock.pendingTimers).toBe(0);
  });

  it('is no HTTP server at all', async () => {
    const odd = createServer();
    odd.on('connection', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'));
    world.env['KENNY_URL'] = await listening(odd, 'http');
    const { code, err } = await world.run('agent', 'list');
    odd.close();
    expect(code).toBe(4);
    expect(err).toContain('does not speak HTTP there');
  });
});

describe('TLS', () => {
  let tls: Server;
  let pem: string;

  beforeAll(async () => {
    const made = await generate([{ name: 'commonName', value: 'localhost' }]);
    pem = made.cert;
    tls = createTlsServer({ key: made.private, cert: made.cert }, (_request, response) => {
      response.end(JSON.stringify(FLEET));
    });
    await listening(tls, 'https');
  });
  afterAll(() => {
    tls.close();
  });

  it('refuses a certificate that nobody vouches for, and says what to do', async () => {
    world.env['KENNY_URL'] = `https://127.0.0.1:${(tls.address() as AddressInfo).port}`;
    const { code, err } = await world.run('agent', 'list');
    expect(code).toBe(4);
    expect(err).toContain('KENNY_TLS_CA');
  });

  it('trusts the authority that KENNY_TLS_CA names', async () => {
    world.env['KENNY_URL'] = `https://127.0.0.1:${(tls.address() as AddressInfo).port}`;
    writeFileSync(join(world.home, 'ca.pem'), pem);
    world.env['KENNY_TLS_CA'] = 'ca.pem';
    expect(await world.run('agent', 'list')).toMatchObject({ code: 0, err: '' });
  });

  it.each([
    ['missing.pem', 'there is no such file'],
    ['token', 'does not hold a certificate'],
  ])('refuses KENNY_TLS_CA=%s', async (name, words) => {
    writeFileSync(join(world.home, 'token'), 'x');
    world.env['KENNY_TLS_CA'] = name;
    const { code, err } = await world.run('agent', 'list');
    expect(code).toBe(2);
    expect(err).toContain(words);
  });
});

async function listening(server: Server, scheme: string): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
