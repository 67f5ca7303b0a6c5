import { AgentEnd, SEED, V1, WHERE } from '../../test/agent-end.js';
import type { McpServer } from '../index.js';

let agent: AgentEnd;
beforeEach(() => (agent = new AgentEnd()));
afterEach(() => agent.die());

const KENNY: McpServer = {
  name: 'kenny',
  http: { url: 'http://127.0.0.1:1/mcp', headers: { Authorization: 'Bearer t' } },
  stdio: { command: '/usr/bin/node', args: ['bridge.mjs'], env: { URL: 'u' } },
};

describe('a new session', () => {
  it('has its folder, and tools over HTTP where the agent can', async () => {
    const client = await agent.connected();
    const opened = client.newSession({ cwd: '/work', mcpServers: [KENNY] });
    const { params } = await agent.answer('session/new', {
      sessionId: 's1',
      modes: { currentModeId: 'ask', availableModes: [{ id: 'ask', name: 'Ask' }, { id: 7 }] },
    });
    expect(params).toEqual({
      cwd: '/work',
      mcpServers: [
        {
          ...{ type: 'http', name: 'kenny', url: 'http://127.0.0.1:1/mcp' },
          headers: [{ name: 'Authorization', value: 'Bearer t' }],
        },
      ],
    });
    expect(await opened).toEqual({
      sessionId: 's1',
      modes: { currentModeId: 'ask', available: [{ id: 'ask', name: 'Ask' }] },
    });
  });

  it('has a program that speaks for the tools where the agent has no HTTP', async () => {
    const client = await agent.connected({ protocolVersion: 1 });
    const opened = client.newSession({
      cwd: '/work',
      mcpServers: [KENNY, { ...KENNY, stdio: undefined }],
    });
    const { params } = await agent.answer('session/new', { sessionId: 's1' });
    expect(params).toMatchObject({
      mcpServers: [
        {
          ...{ name: 'kenny', command: '/usr/bin/node', args: ['bridge.mjs'] },
          env: [{ name: 'URL', value: 'u' }],
        },
      ],
    });
    await opened;
  });

  it.each([{}, null, { sessionId: '' }, { sessionId: 7 }])('needs an id: %j', async (result) => {
    const client = await agent.connected();
    const opened = client.newSession(WHERE);
    await agent.answer('session/new', result);
    await expect(opened).rejects.toMatchObject({ code: 'session_refused' });
  });

  it('says what the agent says when it refuses', async () => {
    const client = await agent.connected();
    const opened = client.newSession(WHERE);
    await agent.refuse('session/new', -32602, 'cwd must be absolute');
    await expect(opened).rejects.toMatchObject({
      ...{ code: 'session_refused', rpcCode: -32602 },
      message: 'The agent refused: cwd must be absolute (-32602)',
    });
  });

  it('waits as long as anything is heard, and no longer', async () => {
    const client = await agent.connected();
    const opened = client.newSession({ ...WHERE, silenceMs: 1_000 });
    const { id } = await agent.gets('session/new');
    for (let i = 0; i < 5; i += 1) {
      agent.clock.advance(900);
      agent.raw('starting an MCP server\n');
      await agent.heard.until(() => agent.heard.all('log')[i]);
    }
    agent.clock.advance(900);
    client.heard();
    agent.clock.advance(900);
    agent.clock.advance(200);
    await expect(opened).rejects.toMatchObject({ code: 'session_timeout' });
    expect(await agent.gets('$/cancel_request')).toMatchObject({ params: { requestId: id } });
    expect(agent.clock.pending).toBe(0);
  });

  it('is given up with its signal, and with the agent', async () => {
    const client = await agent.connected();
    const stop = new AbortController();
    const first = client.newSession({ ...WHERE, signal: stop.signal });
    await agent.gets('session/new');
    stop.abort(new Error('stopped'));
    await expect(first).rejects.toThrow('stopped');
    await agent.gets('$/cancel_request');
    const second = client.newSession(WHERE);
    await agent.gets('session/new');
    agent.die();
    await expect(second).rejects.toMatchObject({ code: 'ended' });
  });

  it('of a seed agent gets the same params', async () => {
    const client = await agent.connected(SEED);
    const opened = client.newSession(WHERE);
    const { params } = await agent.answer('session/new', { sessionId: 'abc123def456' });
    expect(params).toEqual({ cwd: '/work', mcpServers: [] });
    expect(await opened).toEqual({ sessionId: 'abc123def456' });
  });
});

describe('an agent that wants a login', () => {
  const methods = [
    { id: 'tty', name: 'Terminal', type: 'terminal' },
    { id: 'oauth-personal', name: 'Log in with Google' },
    { id: 'api-key', name: 'Use the key' },
  ];

  it('gets one that needs nobody, once, and is asked again', async () => {
    const client = await agent.connected({ ...V1, authMethods: methods });
    const opened = client.newSession(WHERE);
    await agent.refuse('session/new', -32000, 'auth required');
    expect(await agent.answer('authenticate', null)).toMatchObject({
      params: { methodId: 'api-key' },
    });
    await agent.answer('session/new', { sessionId: 's1' });
    expect(await opened).toEqual({ sessionId: 's1' });
  });

  it('is not asked a third time', async () => {
    const client = await agent.connected({ ...V1, authMethods: methods });
    const opened = client.newSession(WHERE);
    await agent.refuse('session/new', -32000);
    await agent.answer('authenticate', {});
    await agent.refuse('session/new', -32000);
    await expect(opened).rejects.toMatchObject({ code: 'auth_required', rpcCode: -32000 });
  });

  it('is refused when each way needs a person, with their names', async () => {
    const client = await agent.connected({ ...V1, authMethods: methods.slice(0, 1) });
    const opened = client.newSession(WHERE);
    await agent.refuse('session/new', -32000);
    await expect(opened).rejects.toMatchObject({
      code: 'auth_required',
      message: expect.stringContaining('Terminal') as string,
    });
  });

  it('is refused when the login fails', async () => {
    const client = await agent.connected({ ...V1, authMethods: methods });
    const opened = client.newSession(WHERE);
    await agent.refuse('session/new', -32000);
    await agent.refuse('authenticate', -32603, 'bad key');
    await expect(opened).rejects.toMatchObject({
      code: 'auth_required',
      message: 'The login "Use the key" of the agent failed: bad key (-32603)',
    });
  });
});

describe('a session of an earlier process', () => {
  const capable = (agentCapabilities: object) => ({ ...V1, agentCapabilities });
  const OLD = { ...WHERE, sessionId: 's1' };
  const text = (words: string) => ({
    sessionUpdate: 'agent_message_chunk',
    content: { type: 'text', text: words },
  });

  it('is resumed where the agent can', async () => {
    const client = await agent.connected(
      capable({ loadSession: true, sessionCapabilities: { resume: {} } }),
    );
    const resumed = client.resumeSession(OLD);
    const { params } = await agent.answer('session/resume', { modes: null });
    expect(params).toEqual({ sessionId: 's1', cwd: '/work', mcpServers: [] });
    expect(await resumed).toEqual({ how: 'resumed', sessionId: 's1' });
  });

  it('is loaded otherwise, and what is told again is marked', async () => {
    const client = await agent.connected(capable({ loadSession: true }));
    const resumed = client.resumeSession(OLD);
    const { id } = await agent.gets('session/load');
    agent.text('old words');
    agent.together({ jsonrpc: '2.0', id, result: {} }, agent.words('new words'));
    expect(await resumed).toEqual({ how: 'loaded', sessionId: 's1' });
    await agent.settled();
    expect(agent.heard.all('text')).toMatchObject([
      { text: 'old words', replayed: true, turn: null },
      { text: 'new words', replayed: false, turn: null },
    ]);
  });

  it('cannot be gone on with where the agent has neither', async () => {
    const client = await agent.connected();
    expect(await client.resumeSession(OLD)).toEqual({ how: 'unsupported' });
  });

  it('says when the agent does not have it any more', async () => {
    const client = await agent.connected(capable({ loadSession: true }));
    const resumed = client.resumeSession(OLD);
    await agent.refuse('session/load', -32002, 'not found');
    await expect(resumed).rejects.toMatchObject({ code: 'session_refused', rpcCode: -32002 });
    agent.notify({ sessionId: 's1', update: text('late') });
    await agent.settled();
    expect(agent.heard.all('text')).toMatchObject([{ replayed: false }]);
  });

  it.each([
    [
      { sessionId: 's1', loaded: true },
      { how: 'loaded', sessionId: 's1' },
    ],
    [
      { sessionId: 's1', restored: true },
      { how: 'loaded', sessionId: 's1' },
    ],
  ])('is loaded by a seed agent: %j', async (result, told) => {
    const client = await agent.connected(SEED);
    const resumed = client.resumeSession(OLD);
    const { params } = await agent.answer('session/load', result);
    expect(params).toMatchObject({ sessionId: 's1' });
    expect(await resumed).toEqual(told);
  });

  it('is not there when a seed agent says so', async () => {
    const client = await agent.connected(SEED);
    const resumed = client.resumeSession(OLD);
    await agent.answer('session/load', { sessionId: 's1', loaded: false });
    await expect(resumed).rejects.toMatchObject({ code: 'session_refused' });
  });
});

describe('the mode of a session', () => {
  const modes = {
    currentModeId: 'acceptEdits',
    availableModes: ['acceptEdits', 'default', 'plan'].map((id) => ({ id, name: id })),
  };

  it('is set to one in which the agent asks', async () => {
    const client = await agent.inSession(V1, { modes });
    const chosen = client.setMode('ask');
    const { params } = await agent.answer('session/set_mode', {});
    expect(params).toEqual({ sessionId: 's1', modeId: 'default' });
    expect(await chosen).toEqual({ modeId: 'default', changed: true });
    expect(await client.setMode('ask')).toEqual({ modeId: 'default', changed: false });
  });

  it('is set as a choice where the agent has only those', async () => {
    const configOptions = [
      {
        ...{ id: 'm', name: 'Mode', category: 'mode', type: 'select', currentValue: 'auto' },
        options: [{ group: 'g', name: 'G', options: [{ value: 'read-only', name: 'Read only' }] }],
      },
    ];
    const client = await agent.inSession(V1, { configOptions });
    const chosen = client.setMode('deny');
    const { params } = await agent.answer('session/set_config_option', { configOptions: [] });
    expect(params).toEqual({ sessionId: 's1', configId: 'm', value: 'read-only' });
    expect(await chosen).toEqual({ modeId: 'read-only', changed: true });
  });

  it('is told, with whether it is too wide, when the agent changes it', async () => {
    const client = await agent.inSession(V1, { modes });
    agent.update({ sessionUpdate: 'current_mode_update', currentModeId: 'bypassPermissions' });
    expect(await agent.heard.event('mode')).toMatchObject({ wide: true });
    expect(client.session?.modes?.currentModeId).toBe('bypassPermissions');
  });

  it('is refused in words where each is too wide', async () => {
    const availableModes = [{ id: 'yolo', name: 'YOLO' }];
    const client = await agent.inSession(V1, { modes: { currentModeId: 'yolo', availableModes } });
    await expect(client.setMode('ask')).rejects.toMatchObject({ code: 'mode_too_wide' });
  });

  it('is nothing to choose for an agent without modes', async () => {
    const client = await agent.inSession();
    expect(await client.setMode('ask')).toEqual({ modeId: null, changed: false });
  });

  it('says when the agent refuses it', async () => {
    const client = await agent.inSession(V1, { modes });
    const chosen = client.setMode('ask');
    await agent.refuse('session/set_mode', -32603, 'no');
    await expect(chosen).rejects.toMatchObject({ code: 'session_refused' });
  });
});
