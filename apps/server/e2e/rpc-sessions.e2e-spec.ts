import { RPC_METHODS, RPC_UNSUPPORTED, type RpcMethodFacts } from '@kenny/contract';
import { ChatWorld } from '../test/chat-world.js';
import { RpcTestClient } from '../test/rpc-client.js';
import { tempDirs } from '../test/temp-dir.js';
import { saying, use, wanting } from '../test/told-brain.js';
import { WsClient } from '../test/ws-client.js';

const newDir = tempDirs();
let world: ChatWorld;
let client: RpcTestClient;

beforeEach(async () => {
  world = await ChatWorld.start(newDir());
  client = await RpcTestClient.open(world.server.url, world.anna);
});
afterEach(async () => {
  await world.server.stop();
  world.brain.mustBeDone();
});

const upgrade = (headers: Record<string, string>) =>
  WsClient.refused(world.server.url, { headers }, '/rpc');

describe('the socket /rpc', () => {
  it('opens with a token of scope operator or admin, and to no page', async () => {
    for (const scope of ['viewer', 'mcp', 'task']) {
      const token = await world.token({ operator: { id: 'eve' }, scope, decide: false });
      expect(await upgrade({ authorization: `Bearer ${token}` })).toMatchObject({
        ...{ status: 403, code: 'wrong_scope' },
      });
    }
    expect(await upgrade({})).toMatchObject({ status: 401 });
    expect(await upgrade({ authorization: 'Bearer kny_made_up' })).toMatchObject({ status: 401 });
    const { url, admin } = world.server;
    for (const origin of [url, 'https://evil.example']) {
      expect(await upgrade({ authorization: `Bearer ${world.anna}`, origin })).toMatchObject({
        ...{ status: 403, code: 'forbidden' },
      });
    }
    const theirs = await RpcTestClient.open(url, admin);
    expect(await theirs.ask('kenny/hello', { version: '0' })).toMatchObject({ scope: 'admin' });
  });

  it('closes when its token is revoked', async () => {
    const secret = await world.token({ operator: { id: 'ben', name: 'Ben' }, name: 'bens' });
    const bens = await RpcTestClient.open(world.server.url, secret);
    const { body } = await world.server.http<{ items: { id: string; name: string }[] }>(
      ...(['GET', '/api/tokens'] as const),
    );
    const own = body.items.find(({ name }) => name === 'bens');
    await world.server.http('DELETE', `/api/tokens/${own?.id}`);
    expect(await bens.closed()).toBe(4401);
  });

  it.each([
    ['no JSON', '{', -32700],
    ['a list', '[]', -32600],
    ['a scalar', '7', -32600],
    ['another version', '{"jsonrpc":"1.0","id":1,"method":"kenny/hello"}', -32600],
    ['params in a list', '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[1]}', -32602],
    ['a method that nobody knows', '{"jsonrpc":"2.0","id":1,"method":"x"}', -32601],
    ['a name of every object', '{"jsonrpc":"2.0","id":1,"method":"toString"}', -32601],
    ['params that are missing', '{"jsonrpc":"2.0","id":1,"method":"turns/start"}', -32602],
  ])('answers %s, and goes on', async (_what, text, number) => {
    client.socket.send(text);
    await client.until(() => client.heard.length > 0);
    expect(client.heard[0]).toMatchObject({ error: { code: number } });
    expect((await client.ask('tools/list')).tools.length).toBeGreaterThan(10);
  });

  it('closes on what is far too large or no text, without harm to others', async () => {
    const other = await RpcTestClient.open(world.server.url, world.anna);
    other.socket.send(' '.repeat(2 ** 21));
    expect(await other.closed()).toBe(1009);
    client.socket.send(Buffer.from([1, 2, 3]), { binary: true });
    expect(await client.answerTo(null)).toMatchObject({
      error: { data: { code: 'frame_invalid' } },
    });
    expect((await client.ask('tools/list')).tools[0]).toMatchObject({ type: 'function' });
  });

  it('has exactly the methods that its contract says are there', async () => {
    const named = Object.entries<RpcMethodFacts>(RPC_METHODS).filter(
      ([, { at }]) => at === 'server',
    );
    for (const [name] of named) {
      const { error } = await client.request(name, { sessionId: 5 });
      expect([name, error?.code === -32601]).toEqual([name, false]);
    }
    for (const [name, { reason }] of Object.entries(RPC_UNSUPPORTED)) {
      expect(await client.fail(name)).toEqual({
        number: -32601,
        code: 'unsupported',
        message: reason,
      });
    }
  });
});

describe('conversations', () => {
  const said = async (sessionId: string, text: string) => {
    world.brain.will(saying(text));
    await client.ask('kenny/attach', { sessionId });
    const { id } = await client.ask('turns/start', { sessionId, input: `say ${text}` });
    await client.finished(id);
  };

  it('are made, named, listed, opened again and deleted', async () => {
    const made = await client.ask('sessions/create', {
      ...{ name: ' printers ', workspaceRoot: 'kenny://agent/pc1' },
    });
    expect(made).toMatchObject({
      ...{ name: 'printers', workspaceRoot: 'kenny://agent/pc1', cwd: 'kenny://agent/pc1' },
      ...{ persistentId: made.id, path: `kenny://session/${made.id}`, parentId: null },
    });
    const sessionId = made.id;
    expect(await client.ask('sessions/rename', { sessionId, name: 'the hall' })).toMatchObject({
      name: 'the hall',
    });
    await said(sessionId, 'hello');
    const { sessions } = await client.ask('sessions/list', { limit: -1 });
    expect(sessions).toMatchObject([
      {
        ...{ id: sessionId, firstMessage: 'say hello', depth: 0, isLast: true },
        ancestorContinues: [],
      },
    ]);
    for (const path of [sessionId, made.path]) {
      expect(await client.ask('sessions/resume', { path, workspaceRoot: '/home' })).toMatchObject({
        ...{ id: sessionId, workspaceRoot: 'kenny://agent/pc1' },
      });
    }
    expect(await client.ask('sessions/delete', { sessionId })).toEqual({
      ...{ deleted: true, path: made.path },
    });
    expect(await client.fail('sessions/resume', { path: made.path })).toEqual({
      ...{ number: -32602, code: 'unknown_session', message: `Unknown session: ${sessionId}` },
    });
  });

  it('are listed 20 at a time, or those about one PC', async () => {
    const fleet = Array.from({ length: 21 }, (_, index) => ({ name: `fleet ${index}` }));
    for (const params of fleet) await client.ask('sessions/create', params);
    const workspaceRoot = 'kenny://agent/pc1';
    const { id } = await client.ask('sessions/create', { name: 'one PC', workspaceRoot });
    const page = await client.ask('sessions/list');
    expect(page.sessions).toHaveLength(20);
    const rest = await client.ask('sessions/list', { cursor: page.nextCursor ?? null });
    expect(rest).toMatchObject({ sessions: [{}, {}], nextCursor: null });
    const about = await client.ask('sessions/list', { workspaceRoot });
    expect(about).toMatchObject({ sessions: [{ id, messageCount: 0 }], nextCursor: null });
    // A folder is a label: what was said in it is not kept apart.
    const inFolder = await client.ask('sessions/list', { workspaceRoot: '/home', limit: 50 });
    expect(inFolder.sessions).toHaveLength(22);
  });

  it('echo a folder that names no PC, and refuse a PC that there is not', async () => {
    expect(await client.ask('sessions/create', { workspaceRoot: '/home/anna' })).toMatchObject({
      ...{ workspaceRoot: '/home/anna', cwd: '/home/anna' },
    });
    expect(
      await client.fail('sessions/create', { workspaceRoot: 'kenny://agent/none' }),
    ).toMatchObject({ number: -32602, code: 'invalid_params' });
  });

  it('are nobody else’s: not to be listed, opened or spoken in', async () => {
    const { id: sessionId, path } = await client.ask('sessions/create', { name: 'mine' });
    const ben = await world.token({ operator: { id: 'ben', name: 'Ben' } });
    for (const token of [ben, world.server.admin]) {
      const other = await RpcTestClient.open(world.server.url, token);
      expect((await other.ask('sessions/list')).sessions).toEqual([]);
      const refused = { number: -32602, code: 'unknown_session' };
      expect(await other.fail('sessions/resume', { path })).toMatchObject(refused);
      for (const method of ['kenny/attach', 'sessions/transcript', 'runtime/state']) {
        expect(await other.fail(method, { sessionId })).toMatchObject(refused);
      }
      expect(await other.fail('turns/start', { sessionId, input: 'x' })).toMatchObject(refused);
      await other.close();
    }
  });

  it('are not deleted while a turn is at work', async () => {
    const { id: sessionId } = await client.ask('sessions/create');
    const thinking = world.brain.nextRound();
    const turn = await client.ask('turns/start', { sessionId, input: 'x' });
    await thinking;
    expect(await client.fail('sessions/delete', { sessionId })).toMatchObject({
      ...{ number: -32602, code: 'session_busy' },
    });
    expect(await client.ask('sessions/close', { sessionId })).toEqual({ closed: true });
    expect(await client.ask('turns/status', { turnId: turn.id })).toMatchObject({
      status: 'canceled',
    });
  });

  it('that are closed tell how their turns ended, before the answer', async () => {
    const { id: sessionId } = await client.ask('sessions/create');
    await client.ask('kenny/attach', { sessionId });
    const thinking = world.brain.nextRound();
    const start = () =>
      client.ask('turns/start', { sessionId, input: 'x', streamingBehavior: 'followUp' });
    const atWork = await start();
    await thinking;
    const queued = await start();
    expect(await client.ask('sessions/close', { sessionId })).toEqual({ closed: true });
    for (const { id } of [atWork, queued]) {
      expect(client.events(id).at(-1)).toMatchObject({
        ...{ type: 'turnFinished', payload: { status: 'canceled' } },
      });
    }
  });

  it('that were never used are tidied away, unless somebody else has them open', async () => {
    const { id: sessionId } = await client.ask('sessions/create');
    const other = await RpcTestClient.open(world.server.url, world.anna);
    await other.ask('kenny/attach', { sessionId });
    expect(await client.ask('kenny/tidy', { sessionId })).toEqual({ removed: false });
    expect(await other.ask('kenny/detach', { sessionId })).toEqual({ detached: true });
    expect(await client.ask('kenny/tidy', { sessionId })).toEqual({ removed: true });
    expect(await client.fail('kenny/tidy', { sessionId })).toMatchObject({
      code: 'unknown_session',
    });
  });

  it('are shown whole: what was said, run and refused, and counted', async () => {
    const { id: sessionId } = await client.ask('sessions/create', {
      workspaceRoot: 'kenny://agent/pc1',
    });
    await client.ask('kenny/attach', { sessionId });
    world.brain.will(wanting(use('fs_list', { path: '/tmp' })), saying('two files'));
    const { id } = await client.ask('turns/start', { sessionId, input: 'look' });
    await client.finished(id);
    const { messages } = await client.ask('sessions/transcript', { sessionId });
    expect(messages.map(({ role }) => role)).toEqual([
      ...['user', 'assistant', 'toolResult', 'assistant'],
    ]);
    expect(messages.at(-1)).toEqual({
      ...{ role: 'assistant', content: [{ type: 'text', text: 'two files' }] },
    });
    expect(await client.ask('runtime/stats', { sessionId })).toMatchObject({
      ...{ userMessages: 1, assistantMessages: 2, toolCalls: 1, toolResults: 1, totalMessages: 4 },
    });
  });

  it('tell every socket that has them open that they were renamed or deleted elsewhere', async () => {
    const { id: sessionId } = await client.ask('sessions/create', { name: 'a' });
    await client.ask('kenny/attach', { sessionId });
    const other = await RpcTestClient.open(world.server.url, world.anna);
    await other.ask('sessions/rename', { sessionId, name: 'b' });
    await other.ask('sessions/delete', { sessionId });
    expect(await client.pushes('session/updated', 2)).toEqual([
      { sessionId, reason: 'changed' },
      { sessionId, reason: 'deleted' },
    ]);
  });
});

describe('a PC as workspace', () => {
  it('is there, with its name, and writable while it is online', async () => {
    const workspaceRoot = 'kenny://agent/pc1';
    expect(await client.ask('workspace/validate', { workspaceRoot })).toEqual({
      root: workspaceRoot,
    });
    expect(await client.ask('workspace/info', { workspaceRoot })).toMatchObject({
      ...{ root: workspaceRoot, writable: true },
    });
    expect(await client.fail('workspace/info', {})).toMatchObject({ code: 'invalid_params' });
  });
});
