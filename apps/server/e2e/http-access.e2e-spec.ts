import {
  AGENT_FEATURES,
  TOOL_CLASSES,
  type ApprovalList,
  type ApprovalView,
  type AuditList,
  type CreatedToken,
  type ErrorBody,
  type EventList,
  type FleetView,
} from '@kenny/contract';
import { aTelemetry, NO_ANSWER, type FakeHandler } from '@kenny/testing';
import type { ApiDocument } from '../test/api-judge.js';
import { AServer } from '../test/a-server.js';
import { RawHttp } from '../test/raw-http.js';
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

const RANKS = ['viewer', 'operator', 'admin'] as const;

async function token(scope: string, more: object = {}): Promise<string> {
  const body = { operator: { id: `${scope}-person` }, name: scope, scope, ...more };
  const made = await server.http<CreatedToken>('POST', '/api/tokens', body);
  expect(made.status).toBe(201);
  return made.body.token;
}

/** One request to every route of the API document, with that token: `GET /api/me` → `200`. */
async function everywhere(secret: string | null): Promise<Record<string, string>> {
  const { body } = await server.http<ApiDocument>('GET', '/api/docs');
  const answers: Record<string, string> = {};
  for (const [path, operations] of Object.entries(body.paths)) {
    for (const method of Object.keys(operations)) {
      const answer = await http.send({
        method: method.toUpperCase(),
        path: path.replaceAll(/\{\w+\}/g, 'nothing'),
        headers: secret === null ? {} : { authorization: `Bearer ${secret}` },
      });
      const { error } = (
        answer.text.startsWith('{"error"') ? JSON.parse(answer.text) : {}
      ) as Partial<ErrorBody>;
      answers[`${method.toUpperCase()} ${path}`] = `${answer.status} ${error?.code ?? ''}`.trim();
    }
  }
  return answers;
}

async function audiences(): Promise<[string, string][]> {
  const { body } = await server.http<ApiDocument>('GET', '/api/docs');
  return Object.entries(body.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): [string, string] => [
      `${method.toUpperCase()} ${path}`,
      operation['x-kenny-access'],
    ]),
  );
}

/** What a scope alone does not say: a backup is restored with all of it (ADR 0106). */
const EVERY_RIGHT = { decide: true, classes: [...TOOL_CLASSES] };
const ENROLL = 'POST /api/agents/{id}/enroll';
/** One's own logins are shown and ended by a browser that is logged in, never by a bearer token. */
const BY_LOGIN = /\/api\/me\/sessions/;

describe('a route', () => {
  it('turns away who has not shown who they are, unless it is open', async () => {
    const answers = await everywhere(null);
    for (const [route, audience] of await audiences()) {
      const wanted: unknown =
        audience === 'open' && route !== ENROLL
          ? expect.not.stringMatching(/^40[13]/)
          : '401 unauthenticated';
      expect([route, answers[route]]).toEqual([route, wanted]);
    }
  });

  it.each(['mcp', 'task'])('turns a token of scope %s away, whatever it is for', async (scope) => {
    const answers = await everywhere(await token(scope));
    for (const [route, audience] of await audiences()) {
      if (audience !== 'open') expect([route, answers[route]]).toEqual([route, '403 wrong_scope']);
    }
    expect(
      await server.http('POST', '/api/login', { token: await token(scope) }, null),
    ).toMatchObject({
      status: 403,
      body: { error: { code: 'wrong_scope' } },
    });
  });

  it.each(RANKS)(
    'lets a token of scope %s do what its audience says, and no more',
    async (scope) => {
      const answers = await everywhere(await token(scope, scope === 'admin' ? EVERY_RIGHT : {}));
      for (const [route, audience] of await audiences()) {
        if (audience === 'open') continue;
        const ranks = RANKS.indexOf(scope) >= RANKS.findIndex((rank) => rank === audience);
        const reaches = ranks && !BY_LOGIN.test(route);
        const wanted: unknown = reaches ? expect.not.stringMatching(/^40[13]/) : '403 forbidden';
        expect([route, answers[route]]).toEqual([route, wanted]);
      }
    },
  );

  it('says how to show who one is, and takes no half tokens', async () => {
    const headers = [
      '',
      'Bearer',
      'Bearer ',
      'Bearer a b',
      `Bearer ${'x'.repeat(600)}`,
      'Basic YTpi',
      'Bearer kny_wrong',
    ];
    for (const authorization of headers) {
      const answer = await http.send({
        method: 'GET',
        path: '/api/me',
        headers: { authorization },
      });
      expect([authorization, answer.status]).toEqual([authorization, 401]);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    }
  });

  it('is closed to a token from the moment it is revoked', async () => {
    const { body } = await server.http<CreatedToken>('POST', '/api/tokens', {
      operator: { id: 'gone' },
      name: 'gone',
      scope: 'viewer',
    });
    expect(await server.http('GET', '/api/me', undefined, body.token)).toMatchObject({
      status: 200,
    });
    expect(await server.http('DELETE', `/api/tokens/${body.id}`)).toMatchObject({ status: 204 });
    expect(await server.http('GET', '/api/me', undefined, body.token)).toMatchObject({
      status: 401,
    });
  });
});

describe('a token for one PC', () => {
  let secret: string;
  let admin: string;
  let foreign: ApprovalView;

  beforeAll(async () => {
    const never: Record<string, FakeHandler> = { shell_exec: () => NO_ANSWER };
    for (const id of ['mine', 'yours']) {
      const pc = await server.connected(id, { features: [...AGENT_FEATURES], handlers: never });
      const stored = server.nextEvent('health.changed');
      pc.send(aTelemetry(id).frame());
      await stored;
      pc.send({
        type: 'log',
        agent_id: id,
        at: new Date().toISOString(),
        level: 'warn',
        target: 'x',
        message: `of ${id}`,
        fields: {},
      });
      const body = { agent_id: id, args: { command: `echo ${id}` } };
      const asked = await server.http<{ approval: ApprovalView }>(
        'POST',
        '/api/tools/shell_exec',
        body,
      );
      foreign = asked.body.approval;
    }
    secret = await token('operator', { name: 'limited', agents: ['mine'], decide: true });
    admin = await token('admin', { name: 'limited admin', agents: ['mine'] });
  });

  const get = <T>(path: string, as = secret) => server.http<T>('GET', path, undefined, as);

  it('sees only that one in every list', async () => {
    const fleet = await get<FleetView>('/api/fleet?sections=all');
    expect(fleet.body.agents.map(({ agent_id }) => agent_id)).toEqual(['mine']);
    expect(Object.values<number>({ ...fleet.body.counts }).reduce((sum, n) => sum + n, 0)).toBe(1);
    const approvals = await get<ApprovalList>('/api/approvals');
    expect(new Set(approvals.body.items.map(({ agent_id }) => agent_id))).toEqual(
      new Set(['mine']),
    );
    const audit = await get<AuditList>('/api/audit?limit=200');
    expect(new Set(audit.body.items.map(({ agent_id }) => agent_id))).toEqual(new Set(['mine']));
    const asked = await get<AuditList>('/api/audit?agent_id=yours');
    expect(asked.body.items).toEqual([]);
    const headers = { authorization: `Bearer ${secret}` };
    const file = await http.send({ method: 'GET', path: '/api/audit/export', headers });
    const exported = file.text.trim().split('\n');
    expect(exported.length).toBeGreaterThan(1);
    expect(exported.filter((line) => !line.includes('"agent_id":"mine"'))).toEqual([]);
    const tools = await server.http('POST', '/api/tools/list_agents', { args: {} }, secret);
    expect(JSON.stringify(tools.body)).not.toContain('yours');
    const none = await server.http('POST', '/api/tools/fs_list', { args: { path: '/' } }, secret);
    expect(none.body).toMatchObject({ error: { code: 'no_agent', details: { agents: ['mine'] } } });
  });

  it('sees only the log lines of that one', async () => {
    const all = await get<EventList>('/api/events?limit=200', server.admin);
    // The server's own lines are of no PC.
    expect(new Set(all.body.items.flatMap(({ agent_id }) => agent_id ?? []))).toEqual(
      new Set(['mine', 'yours']),
    );
    const own = await get<EventList>('/api/events?limit=200');
    expect(new Set(own.body.items.map(({ agent_id }) => agent_id))).toEqual(new Set(['mine']));
    expect((await get<EventList>('/api/events?agent_id=yours')).body.items).toEqual([]);
  });

  it('cannot tell another PC from one that does not exist', async () => {
    for (const rest of ['', '/snapshot', '/history?section=disk']) {
      const [known, unknown] = [
        await get(`/api/agents/yours${rest}`),
        await get(`/api/agents/nobody${rest}`),
      ];
      expect(known.status).toBe(404);
      expect(comparable(known.body, 'yours')).toEqual(comparable(unknown.body, 'nobody'));
    }
    const call = (agent_id: string) =>
      server.http('POST', '/api/tools/fs_list', { agent_id, args: { path: '/' } }, secret);
    expect(comparable((await call('yours')).body, 'yours')).toEqual(
      comparable((await call('nobody')).body, 'nobody'),
    );
    const patch = (id: string) => server.http('PATCH', `/api/agents/${id}`, { name: 'x' }, secret);
    expect(comparable((await patch('yours')).body, 'yours')).toEqual(
      comparable((await patch('nobody')).body, 'nobody'),
    );
  });

  it('cannot tell an approval of another PC from one that does not exist, nor decide it', async () => {
    expect(foreign.agent_id).toBe('yours');
    const decide = (id: string) => {
      const body = { decision: 'approve', call_sha256: foreign.call_sha256 };
      return server.http('POST', `/api/approvals/${id}`, body, secret);
    };
    for (const ask of [(id: string) => get(`/api/approvals/${id}`), decide]) {
      const [known, unknown] = [await ask(foreign.id), await ask('apr_nothing')];
      expect(known.status).toBe(404);
      expect(comparable(known.body, foreign.id)).toEqual(comparable(unknown.body, 'apr_nothing'));
    }
  });

  it('changes nothing that concerns all PCs', async () => {
    const rule = { id: 'all', applies_to: 'posix', pattern: 'x', reason: 'no' };
    const answers = [
      await server.http('POST', '/api/policy/rules', rule, secret),
      await server.http('DELETE', '/api/policy/rules/all', undefined, secret),
      await get('/api/audit/verify'),
      await get('/api/tokens', admin),
      await server.http('DELETE', '/api/tokens/x', undefined, admin),
      await server.http(
        'POST',
        '/api/tokens',
        { operator: { id: 'x' }, name: 'x', scope: 'viewer' },
        admin,
      ),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } });
    }
    expect(await server.http('POST', '/api/agents', { agent_id: 'new' }, admin)).toMatchObject({
      status: 404,
    });
  });
});

/** An error without what is different each time and without the id that was asked for. */
function comparable(body: unknown, id: string): unknown {
  const text = JSON.stringify(body).replaceAll(id, '<id>');
  return text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<uuid>');
}
