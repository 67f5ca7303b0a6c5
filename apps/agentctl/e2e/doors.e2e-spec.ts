import { AGENTCTL_ERRORS, AGENTCTL_LIMITS, AGENTCTL_ROUTES } from '@kenny/contract/agentctl';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { WebSocket } from 'ws';
import { SidecarWorld } from '../test/sidecar-world.js';

const TOKEN = 'a-token-of-some-length';

interface Asked {
  method?: string;
  path: string;
  headers?: Record<string, string>;
}

/** With headers that `fetch` would not send. */
async function ask(address: string, { method = 'GET', path, headers = {} }: Asked) {
  const asked = request(address + path, { method, headers });
  asked.end();
  const [response] = (await once(asked, 'response')) as [
    AsyncIterable<Buffer> & { statusCode: number },
  ];
  let text = '';
  for await (const piece of response) text += piece.toString();
  return { status: response.statusCode, body: JSON.parse(text) as Record<string, unknown> };
}

/** The status that a WebSocket is refused with; 101 when it is not. */
async function upgraded(address: string, headers: Record<string, string>): Promise<number> {
  const socket = new WebSocket(`${address.replace('http', 'ws')}${AGENTCTL_ROUTES.stream.path}`, {
    headers,
  });
  try {
    return await new Promise<number>((resolve, reject) => {
      socket.once('open', () => resolve(101));
      socket.once('unexpected-response', (_, { statusCode = 0 }) => resolve(statusCode));
      socket.once('error', reject);
    });
  } finally {
    socket.on('error', () => undefined);
    socket.terminate();
  }
}

describe('what agentctl answers', () => {
  let world: SidecarWorld;
  beforeEach(async () => {
    world = await SidecarWorld.open();
  });
  afterEach(() => world.close());

  it('health, status, info and output of an agent that was not started', async () => {
    expect(await world.get('/health')).toEqual({
      status: 200,
      body: { status: 'ok', timestamp: '2026-06-04T12:00:00.000Z' },
    });
    expect(await world.get('/api/v1/status')).toEqual({
      status: 200,
      body: { agent_status: 'stopped', process_info: { status: 'stopped', exit_code: -1 } },
    });
    const { command } = world.config;
    expect(await world.get('/api/v1/info')).toEqual({
      status: 200,
      body: {
        version: '0.1.0',
        agent_command: command.words.join(' '),
        work_dir: command.cwd,
        port: Number(new URL(world.address).port),
      },
    });
    expect(await world.get('/api/v1/output')).toEqual({
      status: 200,
      body: { lines: [], total: 0 },
    });
    expect((await world.get('/api/v1/acp/permissions')).body).toEqual([]);
  });

  it.each<[string, string, string, string | undefined, keyof typeof AGENTCTL_ERRORS]>([
    ['an unknown route', 'GET', '/api/v1/nothing', undefined, 'not_found'],
    ['another method', 'GET', '/api/v1/start', undefined, 'method_not_allowed'],
    ['a socket’s route without one', 'GET', '/api/v1/acp/stream', undefined, 'upgrade_required'],
    ['no JSON', 'POST', '/api/v1/acp/call', '{"method":', 'bad_request'],
    ['a list', 'POST', '/api/v1/acp/send', '[]', 'bad_request'],
    ['no method', 'POST', '/api/v1/acp/call', '{}', 'validation_error'],
    [
      'an unknown field',
      'POST',
      '/api/v1/acp/call',
      '{"method":"m","param":1}',
      'validation_error',
    ],
    [
      'params of another type',
      'POST',
      '/api/v1/acp/send',
      '{"method":"m","params":"x"}',
      'validation_error',
    ],
    [
      'an id that is not exact',
      'POST',
      '/api/v1/acp/send',
      '{"method":"m","id":1e300}',
      'validation_error',
    ],
    [
      'both result and error',
      'POST',
      '/api/v1/acp/send',
      '{"id":1,"result":1,"error":{}}',
      'validation_error',
    ],
    ['no time', 'POST', '/api/v1/acp/call', '{"method":"m","timeout_ms":0}', 'validation_error'],
    [
      'an answer that answers nothing',
      'POST',
      '/api/v1/acp/permissions/respond',
      '{"pending_id":"x"}',
      'validation_error',
    ],
    ['a count that is none', 'GET', '/api/v1/output?last=-1', undefined, 'validation_error'],
    [
      'an agent that does not run',
      'POST',
      '/api/v1/acp/call',
      '{"method":"initialize"}',
      'not_running',
    ],
    ['the same', 'POST', '/api/v1/acp/send', '{"method":"session/cancel"}', 'not_running'],
  ])('%s is an error in the one shape', async (_, method, path, body, code) => {
    const answer = await world.ask(method, path, body);
    const { http } = AGENTCTL_ERRORS[code];
    expect(answer).toEqual({
      status: http,
      body: {
        error: code,
        message: expect.stringMatching(/./) as string,
        details: expect.any(String) as string,
        http_status: http,
      },
    });
  });

  it('so is a body that is too large', async () => {
    const body = JSON.stringify({
      method: 'm',
      params: { x: 'x'.repeat(AGENTCTL_LIMITS.messageBytes) },
    });
    expect(await world.ask('POST', '/api/v1/acp/send', body)).toMatchObject({
      status: 413,
      body: { error: 'too_large' },
    });
  });

  it('so is what is not HTTP', async () => {
    const socket = connect(Number(new URL(world.address).port), '127.0.0.1');
    socket.end('nonsense\r\n\r\n');
    let text = '';
    for await (const piece of socket as AsyncIterable<Buffer>) text += piece.toString();
    expect(text).toMatch(/^HTTP\/1.1 400 /);
    expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n')))).toMatchObject({
      error: 'bad_request',
    });
  });

  it('has room for so many listeners and no more', async () => {
    const { listeners } = AGENTCTL_LIMITS;
    const heard = await Promise.all(Array.from({ length: listeners }, () => world.listen()));
    expect(await upgraded(world.address, {})).toBe(503);
    heard[0]?.socket.terminate();
    expect(await world.get('/health')).toMatchObject({ status: 200 });
  });
});

describe('who may ask', () => {
  let world: SidecarWorld;
  afterEach(() => world.close());
  const health = (headers: Record<string, string>) =>
    ask(world.address, { path: '/health', headers });

  it('without a token: whoever asks by a name that only this machine has', async () => {
    world = await SidecarWorld.open();
    for (const host of ['localhost:9999', '127.0.0.1', '[::1]:9999', 'LOCALHOST']) {
      expect(await health({ Host: host })).toMatchObject({ status: 200 });
    }
    for (const host of [
      'example.com',
      '10.0.0.1:9999',
      'localhost.example.com',
      '127.0.0.1.nip.io',
    ]) {
      expect(await health({ Host: host })).toMatchObject({
        status: 403,
        body: { error: 'forbidden' },
      });
    }
  });

  it('no page from elsewhere, not even one of this machine', async () => {
    world = await SidecarWorld.open();
    const own = new URL(world.address).origin;
    expect(await health({ Origin: own })).toMatchObject({ status: 200 });
    for (const origin of ['http://example.com', 'http://localhost:3000', 'null']) {
      const headers = { Origin: origin };
      expect(await health(headers)).toMatchObject({ status: 403 });
      const start = { method: 'POST', path: '/api/v1/start', headers };
      expect(await ask(world.address, start)).toMatchObject({ status: 403 });
      expect(await upgraded(world.address, headers)).toBe(403);
    }
    expect(await upgraded(world.address, { Origin: own })).toBe(101);
  });

  it('with a token: only who has it, at every route and socket', async () => {
    world = await SidecarWorld.open({ token: TOKEN });
    const wrong: Record<string, string>[] = [
      {},
      { Authorization: 'Bearer other' },
      { Authorization: TOKEN },
    ];
    for (const headers of wrong) {
      for (const { method, path } of Object.values(AGENTCTL_ROUTES)) {
        expect(await ask(world.address, { method, path, headers })).toMatchObject({
          status: 401,
          body: { error: 'unauthorized' },
        });
      }
      expect(await upgraded(world.address, headers)).toBe(401);
    }
    expect(await world.get('/health')).toMatchObject({ status: 200 });
    expect(await upgraded(world.address, world.headers)).toBe(101);
  });
});
