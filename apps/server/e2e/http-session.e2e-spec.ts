import type { CreatedToken, ErrorBody, MeView } from '@kenny/contract';
import { AServer } from '../test/a-server.js';
import { RawHttp, type RawAnswer } from '../test/raw-http.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();
let server: AServer;
let http: RawHttp;
/** Where a browser would say that our page is from. */
let own: { host: string; origin: string };

async function start(env: Record<string, string> = {}): Promise<void> {
  server = await AServer.start({ dataDir: newDir(), env });
  http = new RawHttp(server.url);
  own = { host: new URL(server.url).host, origin: server.url };
}

afterEach(async () => {
  http.close();
  await server.stop();
});

const code = ({ status, text }: RawAnswer) =>
  status < 400 ? `${status}` : `${status} ${(JSON.parse(text) as ErrorBody).error.code}`;

function post(
  path: string,
  body: object | undefined,
  headers: Record<string, string>,
): Promise<RawAnswer> {
  const type = { 'content-type': 'application/json' };
  return http.send({
    method: 'POST',
    path,
    headers: { ...type, ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

function login(token = server.admin, headers: Record<string, string> = {}): Promise<RawAnswer> {
  return post('/api/login', { token }, headers);
}

const setCookie = ({ headers }: RawAnswer): string => headers['set-cookie']?.[0] ?? '';

/** `name=value` as a browser sends it back. */
async function cookie(): Promise<string> {
  return setCookie(await login()).split(';')[0] ?? '';
}

const me = (headers: Record<string, string>) =>
  http.send({ method: 'GET', path: '/api/me', headers });
/** Something small that changes: allowed or not is what these tests are about. */
const change = (headers: Record<string, string>) =>
  post('/api/agents/nobody/rekey', { mode: 'rotate' }, headers);
const DONE = '404 unknown_agent';

describe('a login', () => {
  it('opens a session with exactly the rights of the token', async () => {
    await start();
    const body = {
      operator: { id: 'bo', name: 'Bo' },
      name: 'desk',
      scope: 'viewer',
      agents: ['pc1'],
    };
    const made = await server.http<CreatedToken>('POST', '/api/tokens', body);
    const answer = await login(made.body.token);
    expect(answer.status).toBe(200);
    const view = JSON.parse(
      (await me({ cookie: setCookie(answer).split(';')[0] ?? '' })).text,
    ) as MeView;
    expect(view).toMatchObject({ id: 'bo', scope: 'viewer', agents: ['pc1'], decide: false });
    expect(view.token_id).toBe(made.body.id);
    expect(view.session).not.toBeNull();
    expect(answer.text).toBe(JSON.stringify(view));
  });

  it('is over after logout, for the browser and for the server', async () => {
    await start();
    const session = await cookie();
    const answer = await post('/api/logout', undefined, { cookie: session, origin: own.origin });
    expect(answer.status).toBe(204);
    expect(setCookie(answer)).toMatch(/^kenny-0=; .*Max-Age=0$/);
    expect(code(await me({ cookie: session }))).toBe('401 unauthenticated');
  });

  it('is over when its token is revoked', async () => {
    await start();
    const body = { operator: { id: 'bo' }, name: 'desk', scope: 'viewer' };
    const made = (await server.http<CreatedToken>('POST', '/api/tokens', body)).body;
    const session = setCookie(await login(made.token)).split(';')[0] ?? '';
    expect(code(await me({ cookie: session }))).toBe('200');
    await server.http('DELETE', `/api/tokens/${made.id}`);
    expect(code(await me({ cookie: session }))).toBe('401 unauthenticated');
  });

  it('counts for nothing when two cookies claim to be it', async () => {
    await start();
    const session = await cookie();
    expect(code(await me({ cookie: `kenny-0=planted; ${session}` }))).toBe('401 unauthenticated');
    expect(code(await me({ cookie: `other=1; ${session}; ${session}` }))).toBe('200');
  });

  it('gives way to a bearer token in the same request', async () => {
    await start();
    const session = await cookie();
    expect(code(await me({ cookie: session, authorization: 'Bearer kny_wrong' }))).toBe(
      '401 unauthenticated',
    );
    expect(code(await me({ cookie: session, authorization: 'Basic YTpi' }))).toBe('200');
  });
});

describe('the cookie', () => {
  it.each([
    [
      'on plain loopback',
      {},
      /^kenny-0=kny_[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=604800$/,
    ],
    [
      'behind https',
      { KENNY_PUBLIC_URL: 'https://kenny.example', KENNY_TRUST_PROXY: '127.0.0.1' },
      /^__Host-kenny=kny_[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=604800$/,
    ],
    [
      'under KENNY_INSECURE_HTTP',
      { KENNY_PUBLIC_URL: 'http://kenny.lan:8000', KENNY_INSECURE_HTTP: '1' },
      /^kenny-8000=kny_[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=604800$/,
    ],
    [
      'on plain http that nobody asked for',
      { KENNY_PUBLIC_URL: 'http://kenny.lan:8000', KENNY_TRUST_PROXY: '127.0.0.1' },
      /^__Host-kenny=kny_[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=604800$/,
    ],
  ])('has its flags %s', async (_, env, expected) => {
    await start(env);
    const answer = await login();
    expect(setCookie(answer)).toMatch(expected);
    const [pair = ''] = setCookie(answer).split(';');
    expect(code(await me({ cookie: pair }))).toBe('200');
  });
});

describe('a page of another origin', () => {
  it('changes nothing with a session that the browser sends along', async () => {
    await start();
    const session = { cookie: await cookie() };
    expect(code(await change({ ...session, origin: own.origin }))).toBe(DONE);
    const port = Number(new URL(server.url).port);
    const foreign = [
      'null',
      'https://evil.example',
      `https://${own.host}`,
      `http://127.0.0.1:${port + 1}`,
      `http://localhost:${port}`,
      `http://127.0.0.1`,
      `${own.origin}.evil.example`,
      `${own.origin}/`,
      '',
    ];
    for (const origin of foreign) {
      expect([origin, code(await change({ ...session, origin }))]).toEqual([
        origin,
        '403 forbidden',
      ]);
    }
  });

  it('is what a changing request with a cookie and without an Origin is taken for', async () => {
    await start();
    expect(code(await change({ cookie: await cookie() }))).toBe('403 forbidden');
  });

  it('is refused with a bearer token as well, which needs no Origin otherwise', async () => {
    await start();
    const authorization = `Bearer ${server.admin}`;
    expect(code(await change({ authorization }))).toBe(DONE);
    expect(code(await change({ authorization, origin: own.origin }))).toBe(DONE);
    expect(code(await change({ authorization, origin: 'https://evil.example' }))).toBe(
      '403 forbidden',
    );
    expect(code(await login(server.admin, { origin: 'https://evil.example' }))).toBe(
      '403 forbidden',
    );
  });

  it('gets no leave to read, and none in advance', async () => {
    await start();
    const origin = 'https://evil.example';
    const read = await me({ authorization: `Bearer ${server.admin}`, origin });
    const asked = await http.send({
      method: 'OPTIONS',
      path: '/api/fleet',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    for (const { headers } of [read, asked]) {
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

describe('a host name', () => {
  it('must be ours for anything that changes: a foreign name may have been pointed at us', async () => {
    await start({ KENNY_PUBLIC_URL: 'https://kenny.example', KENNY_TRUST_PROXY: '127.0.0.1' });
    const authorization = `Bearer ${server.admin}`;
    const { port } = new URL(server.url);
    for (const host of [
      'kenny.example',
      'KENNY.example',
      `127.0.0.1:${port}`,
      `localhost:${port}`,
      '[::1]:8000',
    ]) {
      expect([host, code(await change({ authorization, host }))]).toEqual([host, DONE]);
    }
    const foreign = [
      'evil.example',
      `evil.example:${port}`,
      'kenny.example.evil.example',
      'kenny.example:8000',
      'localhost.evil.example',
    ];
    for (const host of [...foreign, '2130706433', '0x7f.1', 'localhost.', 'a b']) {
      expect([host, code(await change({ authorization, host }))]).toEqual([host, '403 forbidden']);
    }
  });

  it('and the origin go together: the public one, or the very host that was asked', async () => {
    await start({ KENNY_PUBLIC_URL: 'https://kenny.example', KENNY_TRUST_PROXY: '127.0.0.1' });
    const authorization = `Bearer ${server.admin}`;
    const pairs: [string, string, string][] = [
      ['kenny.example', 'https://kenny.example', DONE],
      ['127.0.0.1:8000', 'https://kenny.example', DONE],
      ['127.0.0.1:8000', 'https://127.0.0.1:8000', DONE],
      ['127.0.0.1:8000', 'https://127.0.0.1:8001', '403 forbidden'],
      ['kenny.example', 'http://kenny.example', '403 forbidden'],
      ['kenny.example', 'https://kenny.example:8443', '403 forbidden'],
    ];
    for (const [host, origin, expected] of pairs) {
      expect([host, origin, code(await change({ authorization, host, origin }))]).toEqual([
        host,
        origin,
        expected,
      ]);
    }
  });
});

describe('failed logins', () => {
  const knock = (headersOf: (i: number) => Record<string, string> = () => ({})) =>
    Promise.all(Array.from({ length: 20 }, (_, i) => login(`kny_wrong${i}`, headersOf(i))));

  it('are told after twenty how long to wait; the right token is let in all the same', async () => {
    await start();
    for (const answer of await knock()) expect(code(answer)).toBe('401 unauthenticated');
    const late = await login('kny_wrong');
    expect(code(late)).toBe('429 rate_limited');
    const wait = Number(late.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(300);
    expect(late.text).toContain(`"retry_after":${wait}`);
    expect(code(await login())).toBe('200');
    expect(code(await me({ authorization: `Bearer ${server.admin}` }))).toBe('200');
    expect(code(await me({ authorization: 'Bearer kny_wrong' }))).toBe('429 rate_limited');
  });

  it('are counted by the address that a trusted proxy forwards', async () => {
    await start({
      KENNY_TRUST_PROXY: '127.0.0.1,10.0.0.0/8',
      KENNY_PUBLIC_URL: 'https://kenny.example',
    });
    const from = (address: string) => ({ 'x-forwarded-for': address });
    // What the client itself claims stands left of what the proxies have seen.
    await knock((i) => from(`8.8.8.${i}, 203.0.113.7, 10.0.0.1`));
    expect(code(await login('kny_wrong', from('203.0.113.7')))).toBe('429 rate_limited');
    expect(code(await login('kny_wrong', from('203.0.113.8')))).toBe('401 unauthenticated');
    const [row] = await server.audit('kind=login&ok=false');
    expect(row?.args).toMatchObject({ address: '203.0.113.8' });
  });

  it('are counted by the socket when nobody is trusted, whatever the header says', async () => {
    await start();
    await knock((i) => ({ 'x-forwarded-for': `203.0.113.${i}` }));
    expect(code(await login('kny_wrong', { 'x-forwarded-for': '203.0.113.99' }))).toBe(
      '429 rate_limited',
    );
  });
});
