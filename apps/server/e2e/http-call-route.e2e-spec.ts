import { API_PATHS, CLIENT_HEADER, type CreatedToken } from '@kenny/contract';
import { ToolFailure } from '@kenny/testing';
import { RequestPipeline } from '../src/doors/http/pipeline/request-pipeline.js';
import { AServer } from '../test/a-server.js';
import { RawHttp, type RawAnswer } from '../test/raw-http.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();
const TOOL = 'fs_list';
const SHORT = API_PATHS.tool(TOOL);
/** The same route for Express; the short way does not take it. */
const USUAL = `${SHORT}?`;
const JSON_BODY = { 'content-type': 'application/json' };
const CALL = JSON.stringify({ agent_id: 'pc1', args: { path: '/srv' } });

let server: AServer;
let http: RawHttp;
const throughNest = jest.spyOn(RequestPipeline.prototype, 'canActivate');

beforeAll(async () => {
  server = await AServer.start({ dataDir: newDir(), env: { KENNY_TRUST_PROXY: '127.0.0.1' } });
  http = new RawHttp(server.url);
  const entries = Array.from({ length: 40 }, (_, i) => ({
    name: `f${i}`,
    is_dir: false,
    bytes: i,
  }));
  await server.connected('pc1', {
    handlers: {
      [TOOL]: ({ path }) =>
        path === '/gone' ? Promise.reject(new ToolFailure('exec_failed', 'gone')) : { entries },
    },
  });
});
afterAll(async () => {
  http.close();
  await server.stop();
  throughNest.mockRestore();
});
beforeEach(() => throughNest.mockClear());

interface Asked {
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly token?: string | null;
}

function call(path: string, { headers = JSON_BODY, body = CALL, token }: Asked = {}) {
  const secret = token === undefined ? server.admin : token;
  const authorization = secret === null ? {} : { authorization: `Bearer ${secret}` };
  return http.send({ method: 'POST', path, headers: { ...authorization, ...headers }, body });
}

/** Without what differs from one request to the next. */
function comparable({ status, headers, text }: RawAnswer) {
  const { date: _, 'x-request-id': id = '', 'content-length': length, ...rest } = headers;
  // Ids that differ are packed to different lengths.
  const bytes = headers['content-encoding'] === undefined ? length : 'packed';
  const ids = /"(call_id|request_id)":"[0-9a-f-]{36}"/g;
  return {
    status,
    headers: { ...rest, bytes, id: id.length },
    text: text.replaceAll(ids, '"$1":"…"'),
  };
}

async function tokenOf(scope: string, more: object = {}): Promise<string> {
  const body = { operator: { id: 'someone' }, name: scope, scope, ...more };
  return (await server.http<CreatedToken>('POST', '/api/tokens', body)).body.token;
}

describe('a call of a tool', () => {
  it('takes the short way past the framework, and no other spelling of its address does', async () => {
    expect(await call(SHORT)).toMatchObject({ status: 200 });
    expect(throughNest).not.toHaveBeenCalled();
    for (const path of [USUAL, `${SHORT}/`, '/API/tools/fs_list', '/api/tools/%66s_list']) {
      expect([path, await call(path)]).toEqual([path, expect.objectContaining({ status: 200 })]);
    }
    expect(throughNest).toHaveBeenCalledTimes(4);
  });

  it.each<[string, number, Asked]>([
    ['that is right', 200, {}],
    ['of a client that takes gzip', 200, { headers: { ...JSON_BODY, 'accept-encoding': 'gzip' } }],
    ['that the PC cannot do', 502, { body: '{"agent_id":"pc1","args":{"path":"/gone"}}' }],
    ['for a PC that is not there', 404, { body: '{"agent_id":"pc2","args":{"path":"/"}}' }],
    ['for no PC', 400, { body: '{"args":{"path":"/"}}' }],
    ['with arguments of another tool', 400, { body: '{"agent_id":"pc1","args":{"pid":1}}' }],
    ['that the guard refuses', 403, { body: '{"agent_id":"pc1","args":{"path":"/etc/shadow"}}' }],
    ['with keys nobody knows', 400, { body: '{"agent_id":"pc1","args":{},"as":"admin"}' }],
    ['with a key twice', 400, { body: '{"agent_id":"pc1","agent_id":"pc2","args":{}}' }],
    ['that is no JSON', 400, { body: '{' }],
    ['that is a list', 400, { body: '[]' }],
    ['without a body', 400, { body: '' }],
    ['that is too large', 413, { body: `{"args":{"a":"${'a'.repeat(2 ** 21)}"}}` }],
    ['that is a form', 400, { headers: { 'content-type': 'text/plain' } }],
    ['that is packed', 400, { headers: { ...JSON_BODY, 'content-encoding': 'gzip' } }],
    ['from a foreign page', 403, { headers: { ...JSON_BODY, origin: 'https://evil.example' } }],
    ['under a foreign name', 403, { headers: { ...JSON_BODY, host: 'evil.example' } }],
    ['of nobody', 401, { token: null }],
    ['with a token nobody gave', 401, { token: `kny_${'x'.repeat(43)}` }],
    ['with half a token', 401, { headers: { ...JSON_BODY, authorization: 'Bearer' }, token: null }],
    ['with a cookie of nobody', 401, { headers: { ...JSON_BODY, cookie: 'kenny=1' }, token: null }],
  ])('%s is answered alike on both ways', async (_, status, asked) => {
    const [short, usual] = [await call(SHORT, asked), await call(USUAL, asked)];
    expect(short.status).toBe(status);
    expect(comparable(short)).toEqual(comparable(usual));
    expect(throughNest.mock.calls.length).toBeLessThanOrEqual(1);
  });

  it.each(['viewer', 'mcp'])('needs more than a token of scope %s on both ways', async (scope) => {
    const token = await tokenOf(scope);
    const [short, usual] = [await call(SHORT, { token }), await call(USUAL, { token })];
    expect(short.status).toBe(403);
    expect(comparable(short)).toEqual(comparable(usual));
  });

  it('ends with the token on both ways', async () => {
    const { body } = await server.http<CreatedToken>('POST', '/api/tokens', {
      ...{ operator: { id: 'someone' }, name: 'short-lived', scope: 'operator' },
    });
    expect(await call(SHORT, { token: body.token })).toMatchObject({ status: 200 });
    await server.http('DELETE', `/api/tokens/${body.id}`);
    expect(await call(SHORT, { token: body.token })).toMatchObject({ status: 401 });
    expect(await call(USUAL, { token: body.token })).toMatchObject({ status: 401 });
  });

  it('leaves the same row in the audit log either way', async () => {
    const headers = { ...JSON_BODY, [CLIENT_HEADER.name]: CLIENT_HEADER.cli };
    const answers = [await call(SHORT, { headers }), await call(USUAL, { headers })];
    const rows = await server.audit('kind=call&limit=2');
    const ids = answers.map(({ headers: { 'x-request-id': id } }) => id);
    expect(rows.map(({ request_id }) => request_id).reverse()).toEqual(ids);
    const [usual, short] = rows.map(({ actor, door, agent_id, tool, args, ok }) => {
      return { actor, door, agent_id, tool, args, ok };
    });
    expect(short).toMatchObject({ door: 'cli', tool: TOOL, ok: true });
    expect(short).toEqual(usual);
  });
});
