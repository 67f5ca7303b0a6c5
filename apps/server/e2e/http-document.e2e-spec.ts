import { API_PATHS, REQUEST_BODIES, SCHEMA_HINTS } from '@kenny/contract';
import * as contract from '@kenny/contract';
import { httpAnswerValidators } from '@kenny/contract/answer-validators';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type ApiDocument, type ApiOperation, type Schema } from '../test/api-judge.js';
import { AServer } from '../test/a-server.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();
let server: AServer;
let document: ApiDocument;
let routes: { route: string; path: string; operation: ApiOperation }[];

beforeAll(async () => {
  server = await AServer.start({ dataDir: newDir() });
  document = (await server.http<ApiDocument>('GET', '/api/docs')).body;
  routes = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      route: `${method.toUpperCase()} ${path}`,
      path,
      operation,
    })),
  );
});
afterAll(() => server.stop());

/** The routes of design §4.1 that this stage has, with who may use them. */
const STAGE = {
  'DELETE /api/agents/{id}': 'admin',
  'DELETE /api/agents/{id}/limits/{section}/{field}': 'admin',
  'PUT /api/agents/{id}/limits/{section}/{field}': 'admin',
  'GET /api/limits': 'admin',
  'DELETE /api/limits/{section}/{field}': 'admin',
  'PUT /api/limits/{section}/{field}': 'admin',
  'DELETE /api/agents/{id}/snoozes/{section}': 'operator',
  'PUT /api/agents/{id}/snoozes/{section}': 'operator',
  'DELETE /api/alerts/channels/{id}': 'admin',
  'DELETE /api/alerts/browsers/{id}': 'operator',
  'GET /api/alerts/browsers': 'operator',
  'POST /api/alerts/browsers': 'operator',
  'GET /api/alerts': 'operator',
  'GET /api/alerts/channels': 'operator',
  'GET /api/alerts/choices': 'operator',
  'POST /api/alerts/channels': 'admin',
  'POST /api/alerts/test': 'operator',
  'PUT /api/alerts/channels/{id}': 'admin',
  'PUT /api/alerts/choices': 'operator',
  'DELETE /api/boards/{id}': 'operator',
  'DELETE /api/boards/{id}/columns/{column_id}': 'operator',
  'DELETE /api/chat/key': 'admin',
  'DELETE /api/chat/memory/{id}': 'operator',
  'DELETE /api/chat/sessions/{id}': 'operator',
  'DELETE /api/me/sessions': 'viewer',
  'DELETE /api/me/sessions/{id}': 'viewer',
  'DELETE /api/operators/{id}/sessions': 'admin',
  'DELETE /api/policy/rules/{id}': 'operator',
  'DELETE /api/releases/{name}': 'admin',
  'DELETE /api/sessions/{id}': 'admin',
  'DELETE /api/tasks/queue/{id}': 'operator',
  'DELETE /api/tasks/{id}': 'operator',
  'DELETE /api/tokens/{id}': 'admin',
  'GET /': 'open',
  'GET /.well-known/oauth-protected-resource': 'open',
  'GET /.well-known/oauth-protected-resource/mcp': 'open',
  'DELETE /api/server/network': 'admin',
  'PUT /api/server/network': 'admin',
  'DELETE /api/server/tailscale': 'admin',
  'GET /api/server/tailscale': 'admin',
  'POST /api/server/tailscale': 'admin',
  'POST /api/server/packages/{os}': 'admin',
  'GET /api/agent-types': 'viewer',
  'GET /api/agents/{id}': 'viewer',
  'GET /api/agents/{id}/changes': 'viewer',
  'GET /api/agents/{id}/forecast': 'viewer',
  'GET /api/agents/{id}/history': 'viewer',
  'GET /api/agents/{id}/screen': 'operator',
  'GET /api/agents/{id}/series': 'viewer',
  'GET /api/agents/{id}/snapshot': 'viewer',
  'GET /api/approvals': 'operator',
  'GET /api/approvals/paused': 'operator',
  'GET /api/approvals/stats': 'operator',
  'GET /api/approvals/{id}': 'operator',
  'GET /api/approvals/{id}/said': 'operator',
  'GET /api/audit': 'viewer',
  'GET /api/audit/export': 'viewer',
  'GET /api/audit/loss': 'viewer',
  'GET /api/audit/verify': 'viewer',
  'GET /api/boards': 'viewer',
  'GET /api/boards/{id}': 'viewer',
  'GET /api/boards/{id}/columns': 'viewer',
  'GET /api/boards/{id}/columns/{column_id}': 'viewer',
  'GET /api/catalog': 'viewer',
  'GET /api/chat/key': 'operator',
  'GET /api/chat/memory': 'operator',
  'GET /api/chat/models': 'operator',
  'GET /api/chat/sessions': 'operator',
  'GET /api/chat/sessions/{id}': 'operator',
  'GET /api/chat/sessions/{id}/events': 'operator',
  'GET /api/chat/settings': 'operator',
  'GET /api/connections/claude-desktop': 'operator',
  'GET /api/docs': 'viewer',
  'GET /api/events': 'viewer',
  'GET /api/fleet': 'viewer',
  'GET /api/fleet/changes': 'viewer',
  'GET /api/fleet/trend': 'viewer',
  'GET /api/me': 'viewer',
  'GET /api/me/sessions': 'viewer',
  'GET /api/policy/built-in': 'operator',
  'GET /api/policy/rules': 'operator',
  'GET /api/releases': 'admin',
  'GET /api/server': 'viewer',
  'GET /api/server/backups': 'admin',
  'POST /api/server/backups': 'admin',
  'PUT /api/server/backups/plan': 'admin',
  'POST /api/server/backups/send': 'admin',
  'POST /api/server/backups/{name}/download': 'admin',
  'GET /api/server/backups/downloads/{ticket}': 'admin',
  'POST /api/server/backups/{name}/restore': 'admin',
  'POST /api/server/backups/uploaded': 'admin',
  'GET /api/server/help-link': 'operator',
  'PUT /api/server/help-link': 'admin',
  'GET /api/server/network': 'admin',
  'GET /api/server/packages': 'admin',
  'GET /api/server/updates': 'admin',
  'PUT /api/server/updates': 'admin',
  'POST /api/server/updates/check': 'admin',
  'POST /api/server/updates/install': 'admin',
  'GET /api/sessions': 'admin',
  'GET /api/tasks': 'viewer',
  'GET /api/tasks/queue': 'viewer',
  'GET /api/tasks/status': 'viewer',
  'GET /api/tasks/{id}': 'viewer',
  'GET /api/tasks/{id}/diff': 'viewer',
  'GET /api/tasks/{id}/events': 'viewer',
  'GET /api/tasks/{id}/logs': 'viewer',
  'GET /api/tasks/{id}/permissions': 'operator',
  'GET /api/tokens': 'admin',
  'GET /api/tokens/{id}': 'admin',
  'GET /d/{nonce}': 'open',
  'GET /d/{nonce}/install.sh': 'open',
  'GET /d/{nonce}/package': 'open',
  'GET /i/{code}': 'open',
  'GET /healthz': 'open',
  'GET /metrics': 'viewer',
  'GET /readyz': 'open',
  'GET /releases/{file}': 'open',
  'PATCH /api/agent-types/{id}': 'admin',
  'PATCH /api/agents/{id}': 'operator',
  'PATCH /api/boards/{id}': 'operator',
  'PATCH /api/boards/{id}/columns/{column_id}': 'operator',
  'PATCH /api/chat/sessions/{id}': 'operator',
  'PATCH /api/chat/settings': 'operator',
  'PATCH /api/tasks/queue/{id}': 'operator',
  'PATCH /api/tasks/{id}': 'operator',
  'PATCH /api/tokens/{id}': 'admin',
  'POST /api/agents': 'admin',
  'POST /api/agents/{id}/enroll': 'open',
  'POST /api/agents/{id}/installer': 'admin',
  'POST /api/agents/{id}/rekey': 'admin',
  'POST /api/agents/{id}/update': 'admin',
  'POST /api/approvals/paused/{id}/resume': 'operator',
  'POST /api/approvals/{id}': 'operator',
  'POST /api/audit/loss': 'admin',
  'POST /api/boards': 'operator',
  'POST /api/boards/{id}/columns': 'operator',
  'POST /api/chat': 'operator',
  'POST /api/chat/answer': 'operator',
  'POST /api/chat/confirm': 'operator',
  'POST /api/chat/memory': 'operator',
  'POST /api/chat/memory/{id}/promote': 'operator',
  'POST /api/chat/sessions/{id}/cancel': 'operator',
  'POST /api/login': 'open',
  'POST /api/logout': 'viewer',
  'POST /api/me/sessions/link': 'viewer',
  'POST /api/policy/rules': 'operator',
  'POST /api/policy/test': 'operator',
  'POST /api/releases': 'admin',
  'POST /api/tasks': 'operator',
  'POST /api/tasks/{id}/complete': 'operator',
  'POST /api/tasks/{id}/move': 'operator',
  'POST /api/tasks/{id}/permissions/{pending_id}': 'operator',
  'POST /api/tasks/{id}/prompt': 'operator',
  'POST /api/tasks/{id}/start': 'operator',
  'POST /api/tasks/{id}/state': 'operator',
  'POST /api/tasks/{id}/stop': 'operator',
  'POST /api/tasks/{id}/trigger': 'operator',
  'POST /api/invitations': 'admin',
  'POST /api/invitations/{id}/link': 'admin',
  'POST /api/login/link': 'open',
  'POST /api/tokens': 'admin',
  'POST /api/tools/{tool}': 'operator',
  'POST /d/{nonce}': 'open',
  'PUT /api/chat/key': 'admin',
};

describe('the API document', () => {
  // First: what follows works for seconds without a pause, and an idle connection ends meanwhile.
  it('is for viewers', async () => {
    expect(await server.http('GET', '/api/docs', undefined, null)).toMatchObject({ status: 401 });
  });

  it('has every route of the design with its audience, and no other', () => {
    const described = routes.map(({ route, operation }) => [route, operation['x-kenny-access']]);
    expect(Object.fromEntries(described)).toEqual(STAGE);
  });

  it('says of every route what it answers, as a shape of the contract', () => {
    for (const { route, operation } of routes) {
      const statuses = Object.keys(operation.responses);
      expect([route, statuses.some((status) => /^2\d\d$/.test(status))]).toEqual([route, true]);
      expect([route, statuses]).toEqual([route, expect.arrayContaining(['4XX', '5XX'])]);
      for (const [status, { content, description, ...rest }] of Object.entries(
        operation.responses,
      )) {
        if ('$ref' in rest) continue;
        expect([route, status, description]).toEqual([route, status, expect.stringMatching(/\w/)]);
        const schema = content?.['application/json']?.schema;
        if (schema)
          expect([route, schema['$ref']]).toEqual([
            route,
            expect.stringMatching(/^#\/components\/schemas\/\w+$/),
          ]);
        else expect([route, status === '204' || content !== undefined]).toEqual([route, true]);
      }
    }
  });

  it('has a body for every route that takes one, closed against unknown keys', () => {
    const bodies = new Set<string>(Object.values(REQUEST_BODIES).map(({ name }) => name));
    const used = new Set<string>();
    for (const { route, operation } of routes) {
      const schema = operation.requestBody?.content['application/json']?.schema;
      if (!schema) continue;
      const name = String(schema['$ref']).split('/').at(-1) ?? '';
      expect([route, bodies.has(name)]).toEqual([route, true]);
      used.add(name);
      expect([name, document.components.schemas[name]?.['additionalProperties']]).toEqual([
        name,
        false,
      ]);
    }
    expect([...bodies].filter((name) => !used.has(name))).toEqual([]);
  });

  it('lists every field of each path, and queries where there are any', () => {
    for (const { route, path, operation } of routes) {
      const inPath = operation.parameters.filter((one) => one.in === 'path');
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect([route, inPath.map(({ name }) => name)]).toEqual([route, names]);
      expect(inPath.every(({ required }) => required)).toBe(true);
    }
    const history = document.paths['/api/agents/{id}/history']?.['get'];
    expect(
      history?.parameters.map(({ name, required }) => `${name}${required ? '' : '?'}`).sort(),
    ).toEqual(['cursor?', 'from?', 'id', 'section', 'to?']);
  });

  it('says how to show who one is', () => {
    for (const { route, operation } of routes) {
      const access = operation['x-kenny-access'];
      const schemes = operation.security.flatMap((one) => Object.keys(one));
      const expected =
        route === 'POST /api/agents/{id}/enroll'
          ? ['enrolment']
          : access === 'open'
            ? []
            : ['bearer', 'session'];
      expect([route, schemes]).toEqual([route, expected]);
    }
    expect(Object.keys(document.components.securitySchemes)).toEqual([
      'bearer',
      'session',
      'enrolment',
    ]);
  });

  it('is OpenAPI 3.1: every reference leads somewhere, every schema compiles, ids and tags are sound', () => {
    expect(document.openapi).toBe('3.1.0');
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
      ([, ref]) => ref ?? '',
    );
    expect(refs.length).toBeGreaterThan(50);
    for (const ref of new Set(refs)) expect([ref, resolve(ref) !== undefined]).toEqual([ref, true]);
    const ajv = new Ajv2020({
      strict: true,
      strictTypes: false,
      strictRequired: false,
      allowUnionTypes: true,
      keywords: [...Object.values(SCHEMA_HINTS), 'components'],
    });
    ajv.addSchema({ $id: 'document', components: document.components });
    for (const name of Object.keys(document.components.schemas)) {
      expect(() => ajv.compile({ $ref: `document#/components/schemas/${name}` })).not.toThrow();
    }
    const ids = routes.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = new Set(document.tags.map(({ name }) => name));
    for (const { operation } of routes)
      expect((operation as unknown as { tags: string[] }).tags.every((tag) => tags.has(tag))).toBe(
        true,
      );
  });

  it('holds no schema that no route needs', () => {
    const text = JSON.stringify({
      ...document,
      components: { ...document.components, schemas: {} },
    });
    const needed = (name: string): boolean =>
      text.includes(`schemas/${name}"`) ||
      Object.entries(document.components.schemas).some(
        ([other, schema]) => other !== name && JSON.stringify(schema).includes(`schemas/${name}"`),
      );
    expect(Object.keys(document.components.schemas).filter((name) => !needed(name))).toEqual([]);
    expect(document.components.schemas).not.toHaveProperty('EnvDto');
  });

  it('has a validator for every shape, so that clients can judge what they get', () => {
    const shapes = new Set<unknown>(
      Object.entries(contract).flatMap(([name, value]: [string, unknown]) =>
        typeof value === 'function' && `http:${name}` in httpAnswerValidators ? [value.name] : [],
      ),
    );
    const answered = routes.flatMap(({ operation }) =>
      Object.values(operation.responses).flatMap(({ content }) =>
        shapeName(content?.['application/json']?.schema),
      ),
    );
    expect(answered.filter((name) => !shapes.has(name))).toEqual([]);
  });

  it('has every path that clients build', () => {
    const templates = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}'));
    for (const [name, path] of Object.entries(API_PATHS)) {
      const built = typeof path === 'function' ? path('a/b', 'a/b', 'a/b') : path;
      expect([name, templates.includes(built.replaceAll('a%2Fb', '{}'))]).toEqual([name, true]);
    }
  });
});

function shapeName(schema: Schema | undefined): string[] {
  const ref = schema?.['$ref'];
  return typeof ref === 'string' ? [ref.split('/').at(-1) ?? ''] : [];
}

function resolve(ref: string): unknown {
  return ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document);
}
