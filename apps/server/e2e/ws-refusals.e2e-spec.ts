import { WS_CLOSE_CODES, WS_LIMITS, type WsError } from '@kenny/contract';
import { FakeClock } from '@kenny/testing';
import { once } from 'node:events';
import { WsSockets } from '../src/doors/ws/ws-sockets.js';
import { AServer } from '../test/a-server.js';
import { inTime } from '../test/in-time.js';
import { tempDirs } from '../test/temp-dir.js';
import { bearer, WsClient } from '../test/ws-client.js';

const newDir = tempDirs();
const STACK = /\n\s+at |node_modules|\.ts:\d|file:\/\//;
let clock: FakeClock;
let server: AServer;

async function start(): Promise<void> {
  clock = new FakeClock();
  server = await AServer.start({ dataDir: newDir(), clock });
}
const stop = () => server.stop();

const open = (token = server.admin) => WsClient.open(server.url, bearer(token));
const refused = (headers: Record<string, string>) =>
  inTime(clock, WsClient.refused(server.url, { headers }));

async function cookie(): Promise<string> {
  const answer = await server.http('POST', '/api/login', { token: server.admin }, null);
  return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}

async function tokenOf(scope: string): Promise<string> {
  const body = { operator: { id: 'bo' }, name: scope, scope };
  return String((await server.http('POST', '/api/tokens', body)).body['token']);
}

describe('an upgrade is refused as HTTP', () => {
  beforeEach(start);
  afterEach(stop);

  it('without, with a wrong and with a half credential: 401', async () => {
    const wrong: Record<string, string>[] = [
      {},
      { authorization: 'Bearer kny_nobody' },
      { authorization: 'Basic YTpi' },
      { authorization: 'Bearer' },
      { cookie: 'kenny=nothing', origin: server.url },
    ];
    for (const headers of wrong) {
      const { status, code, headers: said, text } = await refused(headers);
      expect([headers, status, code]).toEqual([headers, 401, 'unauthenticated']);
      expect(said['www-authenticate']).toBe('Bearer');
      expect(said['content-type']).toContain('application/json');
      expect(text).not.toMatch(STACK);
    }
  });

  it('for tokens of other doors: 403', async () => {
    for (const scope of ['mcp', 'task']) {
      const { authorization } = { authorization: `Bearer ${await tokenOf(scope)}` };
      expect(await refused({ authorization })).toMatchObject({ status: 403, code: 'wrong_scope' });
    }
  });

  it('for a page of another origin, also one that has a token, and of another port: 403', async () => {
    const session = await cookie();
    const proofs: Record<string, string>[] = [
      { cookie: session },
      { authorization: `Bearer ${server.admin}` },
    ];
    const other = `http://${new URL(server.url).hostname}:1`;
    for (const origin of ['https://evil.example', 'null', other, `${server.url}.evil.example`]) {
      for (const proof of proofs) {
        const answer = await refused({ ...proof, origin });
        expect([origin, answer.status, answer.code]).toEqual([origin, 403, 'forbidden']);
      }
    }
  });

  it('for a cookie without an origin: only a bearer comes without one', async () => {
    expect(await refused({ cookie: await cookie() })).toMatchObject({ status: 403 });
  });

  it('for a host that is not ours: a foreign name may point at us', async () => {
    const authorization = `Bearer ${server.admin}`;
    const answer = await refused({ authorization, host: 'evil.example' });
    expect(answer).toMatchObject({ status: 403, code: 'forbidden' });
  });

  it('for a token that has too many sockets open', async () => {
    const sockets = await Promise.all(
      Array.from({ length: WS_LIMITS.socketsPerToken }, () => open()),
    );
    const answer = await refused({ authorization: `Bearer ${server.admin}` });
    expect(answer).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    await sockets[0]?.ask('fleet.subscribe');
  });
});

describe('a browser session', () => {
  beforeEach(start);
  afterEach(stop);

  it('opens a socket from our own page, and closes it at logout', async () => {
    const session = await cookie();
    const headers = { cookie: session, origin: server.url };
    const client = await WsClient.open(server.url, { headers });
    await client.ask('fleet.subscribe');
    const logout = await fetch(`${server.url}/api/logout`, { method: 'POST', headers });
    expect(logout.status).toBe(204);
    expect(await client.closed()).toBe(WS_CLOSE_CODES.accessEnded);
    expect(await refused(headers)).toMatchObject({ status: 401 });
  });

  it('is not kept alive by a socket that only watches', async () => {
    const headers = { cookie: await cookie(), origin: server.url };
    const client = await WsClient.open(server.url, { headers });
    await client.ask('fleet.subscribe');
    clock.jump(12 * 3_600_000);
    await clock.advanceAsync(30_000);
    expect(await client.closed()).toBe(WS_CLOSE_CODES.accessEnded);
  });
});

describe('a hostile message', () => {
  beforeAll(start);
  afterAll(stop);

  const hostile: [string, string, string][] = [
    ['no JSON', 'hello', 'bad_args'],
    ['an array', '[]', 'bad_args'],
    ['null', 'null', 'bad_args'],
    ['a number', '7', 'bad_args'],
    ['nothing', '', 'bad_args'],
    ['half an object', '{"id":"1"', 'bad_args'],
    ['a key twice', '{"id":"1","id":"2","type":"request","action":"x","payload":{}}', 'bad_args'],
    ['a prototype', '{"__proto__":{},"id":"1"}', 'bad_args'],
    ['half a character', '{"id":"\\ud800","type":"request","action":"x","payload":{}}', 'bad_args'],
    ['deep nesting', `{"id":"1","payload":${'['.repeat(5_000)}`, 'bad_args'],
    ['many values', `{"payload":[${'0,'.repeat(30_000)}0]}`, 'bad_args'],
    ['no id', '{"type":"request","action":"fleet.subscribe","payload":{}}', 'validation'],
    ['a number as id', '{"id":1,"type":"request","action":"x","payload":{}}', 'validation'],
    ['another type', '{"id":"1","type":"response","action":"x","payload":{}}', 'validation'],
    ['no payload', '{"id":"1","type":"request","action":"fleet.subscribe"}', 'validation'],
    [
      'more keys',
      '{"id":"1","type":"request","action":"x","payload":{},"token":"y"}',
      'validation',
    ],
    [
      'an unknown action',
      '{"id":"1","type":"request","action":"x","payload":{}}',
      'unknown_action',
    ],
    [
      'an action of Object',
      '{"id":"1","type":"request","action":"toString","payload":{}}',
      'unknown_action',
    ],
    [
      'a payload that does not fit',
      '{"id":"1","type":"request","action":"unsubscribe","payload":{"topic":"tasks"}}',
      'validation',
    ],
  ];

  it.each(hostile)('with %s gets an error and harms nothing', async (_name, text, code) => {
    const client = await open();
    const answers: WsError[] = [];
    client.socket.on('message', (data: Buffer) =>
      answers.push(JSON.parse(data.toString()) as WsError),
    );
    client.socket.send(text);
    await client.until(() => answers.length > 0);
    expect(answers[0]).toMatchObject({ type: 'error', payload: { details: { code } } });
    expect(answers[0]?.payload.details.request_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.stringify(answers)).not.toMatch(STACK);
    await client.ask('fleet.subscribe');
    await client.close();
  });

  it('in binary is refused as well', async () => {
    const client = await open();
    client.socket.send(Buffer.from('{"id":"1"}'));
    expect(await client.answerTo('unread')).toMatchObject({ type: 'error', id: null });
    await client.close();
  });

  it('keeps its id and action in the error, where they can be read', async () => {
    const client = await open();
    const { payload } = (await client.request('orchestrator.pause', { task_id: 'x' })) as WsError;
    expect(payload).toMatchObject({ code: 'UNKNOWN_ACTION', details: { code: 'unknown_action' } });
    await client.close();
  });

  it('that is too large or no text at all ends its socket, and no other', async () => {
    const others = await open();
    const large = await open();
    large.socket.send('x'.repeat(WS_LIMITS.requestBytes + 1));
    expect(await large.closed()).toBe(1009);
    const broken = await open();
    broken.socket.send(Buffer.from([0xff, 0xfe]), { binary: false });
    expect(await broken.closed()).toBe(1007);
    await others.ask('fleet.subscribe');
    await others.close();
  });

  it('after message is refused, and the flood ended', async () => {
    const others = await open();
    const client = await open();
    for (let at = 0; at < WS_LIMITS.requestBurst; at += 1) client.send('unsubscribe', {});
    const busy = await client.fail('fleet.subscribe');
    expect(busy).toMatchObject({ code: 'BAD_REQUEST', details: { code: 'rate_limited' } });
    clock.advance(1_000);
    await client.ask('fleet.subscribe');
    for (let at = 0; at < WS_LIMITS.refusedPerMinute * 2; at += 1) client.socket.send('junk');
    expect(await client.closed()).toBe(WS_CLOSE_CODES.protocol);
    await others.ask('fleet.subscribe');
  });
});

describe('a socket that is silent', () => {
  beforeEach(start);
  afterEach(stop);

  it('is pinged, and ended when it does not answer', async () => {
    const deaf = await WsClient.open(server.url, { ...bearer(server.admin), autoPong: false });
    const lively = await open();
    const pinged = once(lively.socket, 'ping');
    const rounds = jest.spyOn(server.get(WsSockets), 'run');
    await clock.advanceAsync(30_000);
    await pinged;
    // The next round is set when this one is over, which looks at every socket's token.
    await rounds.mock.results[0]?.value;
    // Its pong is here before what it asks for afterwards.
    await lively.ask('fleet.subscribe');
    await clock.advanceAsync(30_000);
    expect(await deaf.closed()).toBe(1006);
    await lively.ask('fleet.subscribe');
  });
});
