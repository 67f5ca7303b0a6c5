import { AServer } from '../test/a-server.js';
import { FakeClock, NO_ANSWER, type FakeAgent } from '@kenny/testing';
import { MCP_LIMITS, MCP_TIMES } from '../src/mcp/limits.js';
import { McpSessions } from '../src/mcp/sessions.js';
import { connectClient, mcpToken, rawMcp, said, type McpClient } from '../test/mcp-world.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();
const clock = new FakeClock();
let server: AServer;
let token: string;
let pc: FakeAgent;
const list = (name: string) => ({ entries: [{ name, is_dir: false, bytes: 1 }] });

beforeEach(async () => {
  server = await AServer.start({ dataDir: newDir(), clock });
  ({ token } = await mcpToken(server));
  pc = await server.connected('pc1', { handlers: { fs_list: () => list('on pc1') } });
});
afterEach(() => server.stop());

const legacy = (secret = token): Promise<McpClient> =>
  connectClient('sdk 1', { url: server.url, token: secret });
const setup = (secret = token) => ({ url: server.url, token: secret });

describe('the PC that a session means', () => {
  it('is its own: 40 calls of two sessions of one token, none at the wrong PC', async () => {
    const other = await server.connected('pc2', { handlers: { fs_list: () => list('on pc2') } });
    const [one, two] = await Promise.all([legacy(), legacy()]);
    for (const [client, id] of [
      [one, 'pc1'],
      [two, 'pc2'],
    ] as const) {
      const answer = await client.call('select_agent', { id });
      expect(answer.structuredContent).toMatchObject({ data: { agent_id: id, remembered: true } });
    }
    const calls = Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? one : two));
    const answers = await Promise.all(
      calls.map((client, n) => client.call('fs_list', { path: `/${n}` })),
    );
    expect(answers.map(({ structuredContent }) => structuredContent?.['source'])).toEqual(
      calls.map((client) => (client === one ? 'agent:pc1' : 'agent:pc2')),
    );
    const numbers = (agent: FakeAgent) => agent.requests.map(({ args }) => args['path']).sort();
    const even = (rest: number) =>
      calls.flatMap((_, n) => (n % 2 === rest ? [`/${n}`] : [])).sort();
    expect(numbers(pc)).toEqual(even(0));
    expect(numbers(other)).toEqual(even(1));
    await Promise.all([one.close(), two.close()]);
  });

  it('gives way to the one that a call names', async () => {
    const other = await server.connected('pc2', { handlers: { fs_list: () => list('on pc2') } });
    const client = await legacy();
    await client.call('select_agent', { id: 'pc1' });
    await client.call('fs_list', { path: '/', agent_id: 'pc2' });
    expect([pc.requests.length, other.requests.length]).toEqual([0, 1]);
    await client.close();
  });

  it('is remembered nowhere for a client without sessions', async () => {
    const client = await connectClient('sdk 2 pinned', setup());
    const selected = await client.call('select_agent', { id: 'pc1' });
    expect(selected.structuredContent).toMatchObject({ data: { remembered: false } });
    const answer = await client.call('fs_list', { path: '/' });
    expect(said(answer)).toMatchObject({
      error: { code: 'no_agent', details: { agents: ['pc1'] } },
    });
    expect(pc.requests).toHaveLength(0);
    await client.close();
  });

  it('is never one that the token may not see', async () => {
    const { token: limited } = await mcpToken(server, { name: 'one PC', agents: ['pc9'] });
    const client = await legacy(limited);
    const answer = await client.call('select_agent', { id: 'pc1' });
    expect(said(answer)).toMatchObject({ error: { code: 'unknown_agent' } });
    expect(said(await client.call('fs_list', { path: '/' }))).toMatchObject({
      error: { code: 'no_agent', details: { agents: [] } },
    });
    expect(said(await client.call('list_agents'))).toMatchObject({ data: { agents: [] } });
    await client.close();
  });
});

describe('a session', () => {
  const opened = async (secret = token): Promise<string> => {
    const answer = await rawMcp(setup(secret), INITIALIZE);
    expect(answer.status).toBe(200);
    // Its stream ends only when it is read: until then the session is in use.
    await answer.text();
    return answer.headers.get('mcp-session-id') ?? '';
  };
  const ping = (session: string, secret = token) =>
    rawMcp(setup(secret), { jsonrpc: '2.0', id: 2, method: 'ping' }, { 'mcp-session-id': session });
  const INITIALIZE = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    },
  };

  it('does not exist for another principal', async () => {
    const bob = await mcpToken(server, { operator: { id: 'bob' }, name: 'Bob' });
    const session = await opened();
    expect((await ping(session)).status).toBe(200);
    expect((await ping(session, bob.token)).status).toBe(404);
    const ended = await rawMcp(
      setup(bob.token),
      undefined,
      { 'mcp-session-id': session },
      'DELETE',
    );
    expect(ended.status).toBe(404);
    expect((await ping(session)).status).toBe(200);
  });

  it('ends when its client says so', async () => {
    const session = await opened();
    await rawMcp(setup(), undefined, { 'mcp-session-id': session }, 'DELETE');
    expect((await ping(session)).status).toBe(404);
    expect(server.get(McpSessions).size).toBe(0);
  });

  it('ends when its token is revoked', async () => {
    const bob = await mcpToken(server, { name: 'to go' });
    await opened(bob.token);
    expect(server.get(McpSessions).size).toBe(1);
    await server.http('DELETE', `/api/tokens/${bob.id}`);
    expect(server.get(McpSessions).size).toBe(0);
  });

  it('ends when nobody uses it, and not while somebody listens', async () => {
    const idle = await opened();
    const used = await opened();
    const leave = new AbortController();
    const listening = await fetch(`${server.url}/mcp`, {
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'text/event-stream',
        'mcp-session-id': used,
      },
      signal: leave.signal,
    });
    expect(listening.status).toBe(200);
    // The server may see the end of a request only after its answer is here: another one is a turn
    // of the event loop in which it does.
    await server.http('GET', '/healthz');
    await clock.advanceAsync(MCP_TIMES.sessionIdle + MCP_TIMES.sweep);
    expect((await ping(idle)).status).toBe(404);
    expect((await ping(used)).status).toBe(200);
    leave.abort();
  });

  it('makes room for a newer one of the same token, the longest unused first', async () => {
    const sessions: string[] = [];
    for (let n = 0; n < MCP_LIMITS.sessionsPerToken; n += 1) {
      sessions.push(await opened());
      await clock.advanceAsync(10);
    }
    const [first = '', second = ''] = sessions;
    await ping(first);
    const bob = await mcpToken(server, { operator: { id: 'bob' }, name: 'Bob' });
    const bobs = await opened(bob.token);
    await opened();
    expect((await ping(second)).status).toBe(404);
    expect((await ping(first)).status).toBe(200);
    expect((await ping(bobs, bob.token)).status).toBe(200);
  });

  it('is not made by an initialize that is refused', async () => {
    await rawMcp(setup(), { ...INITIALIZE, params: { protocolVersion: 7 } });
    await rawMcp(setup(), [INITIALIZE, { ...INITIALIZE, id: 2 }]);
    expect(server.get(McpSessions).size).toBe(0);
  });
});

describe('a long call', () => {
  it('says every five seconds that it goes on', async () => {
    const slow = await server.connected('slow', { handlers: { fs_list: () => NO_ANSWER } });
    for (const kind of ['sdk 1', 'sdk 2 pinned'] as const) {
      const before = slow.requests.length;
      const client = await connectClient(kind, setup());
      const told: (string | undefined)[] = [];
      let tell = (): void => undefined;
      const answer = client.call(
        'fs_list',
        { path: '/', agent_id: 'slow' },
        { onprogress: ({ message }) => (told.push(message), tell()) },
      );
      const { id } = await slow.request(before + 1);
      for (const seconds of [5, 10]) {
        const next = new Promise<void>((resolve) => (tell = resolve));
        await clock.advanceAsync(MCP_TIMES.progress);
        await next;
        expect(told.at(-1)).toBe(`fs_list on slow: ${seconds} s`);
      }
      slow.answer(id, list('late'));
      expect((await answer).structuredContent).toMatchObject({ data: list('late') });
      await clock.advanceAsync(2 * MCP_TIMES.progress);
      expect(told).toHaveLength(2);
      await client.close();
    }
  });

  it.each(['sdk 1', 'sdk 2 legacy', 'sdk 2 pinned'] as const)(
    'is cancelled at the PC when its client cancels it (%s)',
    async (kind) => {
      const slow = await server.connected('slow', {
        features: ['cancel'],
        handlers: { fs_list: () => NO_ANSWER },
      });
      const client = await connectClient(kind, setup());
      const stop = new AbortController();
      const answer = client.call(
        'fs_list',
        { path: '/', agent_id: 'slow' },
        { signal: stop.signal },
      );
      const { id } = await slow.request();
      stop.abort('enough');
      await expect(answer).rejects.toBeDefined();
      expect(await slow.waitFor(({ type }) => type === 'cancel')).toMatchObject({ id });
      await client.close();
    },
  );
});
