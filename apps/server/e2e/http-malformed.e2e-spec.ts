import { CAPS, type ErrorBody } from '@kenny/contract';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { gzipSync } from 'node:zlib';
import { AServer } from '../test/a-server.js';
import { RawHttp, type RawAnswer } from '../test/raw-http.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();
// Here, before there is a connection: packing it takes as long as idle ones are kept open.
const bomb = gzipSync(Buffer.alloc(90_000_000, 0x20));
let server: AServer;
let http: RawHttp;

beforeAll(async () => {
  server = await AServer.start({ dataDir: newDir() });
  http = new RawHttp(server.url);
  await server.enrol('pc1');
});
afterAll(async () => {
  http.close();
  await server.stop();
});

const JSON_TYPE = { 'content-type': 'application/json' };

function send(
  method: string,
  path: string,
  body?: string | Buffer,
  headers: Record<string, string> = JSON_TYPE,
) {
  const authorization = `Bearer ${server.admin}`;
  return http.send({
    method,
    path,
    headers: { authorization, ...headers },
    ...(body === undefined ? {} : { body }),
  });
}

/** `400 bad_args` for short. */
function gist({ status, text }: RawAnswer): string {
  const { error } = JSON.parse(text) as ErrorBody;
  expect(error.request_id).toMatch(/^[0-9a-f-]{36}$/);
  return `${status} ${error.code}`;
}

const messageOf = ({ text }: RawAnswer) => (JSON.parse(text) as ErrorBody).error.message;
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

describe('an address', () => {
  it.each([
    ['GET', '/api/nothing', '404 not_found'],
    ['GET', '/api', '404 not_found'],
    ['PUT', '/api/nothing', '404 not_found'],
    ['GET', '/api/agents/%zz', '400 bad_args'],
    ['GET', '/api/agents/%c0%ae', '400 bad_args'],
    ['GET', '/api/agents/%ed%a0%80', '400 bad_args'],
    ['GET', '/api/agents/a%00b', '400 validation'],
    ['GET', '/api/agents/a%2fb', '400 validation'],
    ['GET', '/api/agents/..%2f..%2fetc', '400 validation'],
    ['GET', '/api/agents/__proto__', '400 validation'],
    ['GET', '/api/agents/constructor', '404 unknown_agent'],
    ['GET', `/api/agents/${'a'.repeat(65)}`, '400 validation'],
    ['GET', '/api/agents/%F0%9F%92%A9', '400 validation'],
    ['GET', '/api/approvals/%27%20or%201=1', '400 validation'],
    ['DELETE', '/api/tokens/nothing', '404 not_found'],
    ['DELETE', '/api/policy/rules/nothing', '404 not_found'],
    ['GET', 'http://[/api/me', '404 not_found'],
  ])('%s %s is answered with %s', async (method, path, expected) => {
    const answer = await send(method, path, undefined, {});
    expect(gist(answer)).toBe(expected);
  });

  it.each([
    ['PUT', '/api/fleet', 'GET, HEAD'],
    ['OPTIONS', '/api/fleet?sections=all', 'GET, HEAD'],
    ['TRACE', '/api/fleet', 'GET, HEAD'],
    ['PROPFIND', '/', 'GET, HEAD'],
    ['POST', '/api/agents/pc1', 'DELETE, GET, HEAD, PATCH'],
    ['PUT', '/api/agents', 'POST'],
    ['GET', '/api/tools/fs_list', 'POST'],
  ])('%s %s is not allowed: it takes %s', async (method, path, allowed) => {
    const answer = await send(method, path, undefined, {});
    expect(gist(answer)).toBe('405 method_not_allowed');
    expect(answer.headers.allow).toBe(allowed);
    expect(messageOf(answer)).toContain(allowed);
  });

  it('may be written in full, as proxies do', async () => {
    expect(await send('GET', 'http://whoever.example/api/me', undefined, {})).toMatchObject({
      status: 200,
    });
  });

  it('that is too long is too large', async () => {
    expect(gist(await send('GET', `/api/fleet?${'a'.repeat(20_000)}`, undefined, {}))).toBe(
      '413 too_large',
    );
  });

  it('may be asked for its head', async () => {
    for (const path of ['/api/fleet', '/api/docs', '/api/audit/export', '/healthz', '/']) {
      expect(await send('HEAD', path, undefined, {})).toMatchObject({ status: 200, text: '' });
    }
    expect(await send('HEAD', '/api/nothing', undefined, {})).toMatchObject({
      status: 404,
      text: '',
    });
  });
});

describe('a query', () => {
  it.each([
    ['a field twice', '/api/audit?limit=1&limit=2'],
    ['a list', '/api/audit?limit[]=1'],
    ['an object', '/api/audit?limit[a]=1'],
    ['a field nobody knows', '/api/audit?nothing=1'],
    ['a prototype', '/api/fleet?__proto__=1'],
    ['a constructor, where no field is known', '/api/me?constructor=1'],
    ['a NUL', '/api/tokens?cursor=%00'],
    ['a foreign cursor of the audit log', '/api/audit?cursor=zz'],
    ['a foreign cursor of the logs', '/api/events?cursor=-1'],
    ['a foreign cursor of tokens', '/api/tokens?cursor=1'],
    ['a foreign cursor of approvals', '/api/approvals?cursor=1763700000000'],
    ['an approval cursor with SQL', "/api/approvals?cursor=1.x'--"],
    ['no time', '/api/audit?from=2031-13-45'],
    ['a time that is none', '/api/agents/pc1/history?section=disk&from=99999'],
    ['no section', '/api/agents/pc1/history'],
    ['a state that is none', '/api/approvals?state=open'],
    ['a limit in words', '/api/audit?limit=ten'],
    ['too many fields', `/api/me?${Array.from({ length: 40 }, (_, i) => `a${i}=1`).join('&')}`],
  ])('with %s is refused', async (_, path) => {
    expect(gist(await send('GET', path, undefined, {}))).toBe('400 validation');
  });
});

describe('a body', () => {
  const post = (body: string | Buffer, headers?: Record<string, string>) =>
    send('POST', '/api/agents', body, headers);

  it.each([
    ['nothing at all', '{', 'The body is not JSON.'],
    ['a list', '[]', 'The body is not a JSON object.'],
    ['a word', '"x"', 'The body is not a JSON object.'],
    ['null', 'null', 'The body is not a JSON object.'],
    ['two values', '{}{}', 'The body is not JSON.'],
    ['a mark of byte order', '\ufeff{}', 'The body is not JSON.'],
    [
      'a key twice',
      '{"agent_id":"a","agent_id":"b"}',
      'The key "agent_id" occurs twice in one object. Send it once.',
    ],
    [
      'a key twice, spelled differently',
      '{"name":"a","n\\u0061me":"b"}',
      'The key "name" occurs twice in one object. Send it once.',
    ],
    [
      'a prototype',
      '{"__proto__":{"name":"x"}}',
      'The body is refused: key __proto__ is not allowed.',
    ],
    [
      'a prototype below',
      '{"name":{"constructor":1}}',
      'The body is refused: key constructor is not allowed.',
    ],
    [
      'half a character',
      '{"name":"\\ud800"}',
      'The body is refused: $.name: holds half a character (lone surrogate).',
    ],
    ['a NUL', '{"name":"\\u0000"}', 'The body is refused: $.name: holds a NUL character.'],
    [
      'a number beyond numbers',
      '{"name":1e999}',
      'The body is refused: $.name: not a finite number.',
    ],
    ['too much depth', nested(33), 'The body is refused: deeper than 32 levels.'],
    ['very much depth', '['.repeat(300_000), 'The body is refused: deeper than 32 levels.'],
    [
      'too many values',
      `{"a":[${'1,'.repeat(20_001)}1]}`,
      'The body is refused: more than 20000 values.',
    ],
  ])('with %s is refused', async (_, body, message) => {
    const answer = await post(body);
    expect(gist(answer)).toBe('400 bad_args');
    expect(messageOf(answer)).toBe(message);
  });

  it('in another encoding is refused', async () => {
    expect(messageOf(await post(Buffer.from('{"name":"\u00fc"}', 'latin1')))).toBe(
      'The body is not UTF-8.',
    );
    expect(messageOf(await post(Buffer.from('{}', 'utf16le')))).toBe('The body is not JSON.');
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'application/json; charset=utf-7',
    'application/json; charset=utf-8; charset=utf-16',
    'application/jsonp',
    'text/json',
    '',
  ])('called "%s" is refused', async (type) => {
    expect(gist(await post('{"agent_id":"pc7"}', { 'content-type': type }))).toBe('400 validation');
  });

  it('may say that it is UTF-8', async () => {
    const answer = await post('{"agent_id":"pc8"}', {
      'content-type': 'application/json; charset="UTF-8"',
    });
    expect(answer.status).toBe(201);
  });

  it.each(['gzip', 'deflate', 'br', 'identity, gzip'])(
    'packed as %s is refused before it is unpacked',
    async (encoding) => {
      expect(gist(await post(bomb, { ...JSON_TYPE, 'content-encoding': encoding }))).toBe(
        '400 validation',
      );
    },
  );

  it('of more than 1 MiB is too large, announced or not', async () => {
    const big = `{"name":"${'x'.repeat(CAPS.httpBodyBytes)}"}`;
    expect(gist(await post(big))).toBe('413 too_large');
    expect(gist(await post(big, { ...JSON_TYPE, 'transfer-encoding': 'chunked' }))).toBe(
      '413 too_large',
    );
  });

  it('of somebody unknown is limited to 8 KiB', async () => {
    const big = `{"token":"${'x'.repeat(CAPS.preAuthBytes)}"}`;
    const answer = await http.send({
      method: 'POST',
      path: '/api/login',
      headers: JSON_TYPE,
      body: big,
    });
    expect(gist(answer)).toBe('413 too_large');
  });

  it('is not read before the caller is known', async () => {
    const head =
      'POST /api/tokens HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n';
    expect(await http.bytes(`${head}Content-Length: 900000\r\n\r\n{`)).toContain(
      '"unauthenticated"',
    );
  });

  it('that is missing names the fields', async () => {
    const answer = await send('POST', '/api/agents', undefined, {});
    expect(gist(answer)).toBe('400 validation');
    expect(messageOf(answer)).toContain('agent_id');
  });

  it.each([
    ['POST', '/api/agents', { agent_id: 'pc9', nothing: 1 }, 'unknown key "nothing"'],
    ['POST', '/api/agents', { agent_id: 'pc9', name: null }, 'name: must be string'],
    ['PATCH', '/api/agents/pc1', { name: null }, 'name: must be string'],
    ['PATCH', '/api/agents/pc1', { tags: 'a' }, 'tags: must be array'],
    ['POST', '/api/agents/pc1/rekey', { mode: 'x' }, 'mode: must be one of rotate, revoke'],
    [
      'POST',
      '/api/tokens',
      { operator: { id: 'a', admin: true }, name: 'x', scope: 'viewer' },
      'operator: unknown key "admin"',
    ],
    ['POST', '/api/tools/fs_list', { args: [] }, 'args: must be object'],
    [
      'POST',
      '/api/approvals/x',
      { decision: 'approve' },
      "must have required property 'call_sha256'",
    ],
    [
      'POST',
      '/api/policy/rules',
      { id: 'x', applies_to: 'update_host', pattern: 'x', reason: '' },
      'applies_to: must be one of',
    ],
    ['POST', '/api/policy/test', { tool: 'fs_list' }, "must have required property 'args'"],
    ['POST', '/api/login', {}, "must have required property 'token'"],
    ['POST', '/api/agents/pc1/enroll', { public_key: 5 }, 'public_key: must be string'],
  ])('of the wrong shape is refused at %s %s', async (method, path, body, words) => {
    const answer = await send(method, path, JSON.stringify(body));
    expect(gist(answer)).toBe('400 validation');
    expect(messageOf(answer)).toContain(words);
  });

  it('that names a key of a megabyte does not get it back', async () => {
    const answer = await post(`{"${'k'.repeat(900_000)}":1}`);
    expect(gist(answer)).toBe('400 validation');
    expect(answer.text.length).toBeLessThan(2000);
  });

  it('of the widest kind is refused all the same, and how long that takes is printed', async () => {
    const wide = Object.fromEntries(Array.from({ length: 19_000 }, (_, i) => [`k${i}`, 1]));
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const call = JSON.stringify({ agent_id: 'pc1', args: wide });
    const inArgs = await send('POST', '/api/tools/fs_list', call);
    const atTop = await send('POST', '/api/agents', JSON.stringify(wide));
    const none = 'x'.repeat(900_000);
    const long = await send('POST', '/api/policy/test', JSON.stringify({ tool: none, args: {} }));
    delay.disable();
    expect([inArgs, atTop, long].map(gist)).toEqual([
      '400 bad_args',
      '400 validation',
      '400 validation',
    ]);
    console.log(
      `19,000 keys held the event loop up for ${(delay.max / 1e6).toFixed(0)} ms at most`,
    );
  });
});
