import { AgentEnd, SEED, V1 } from '../../test/agent-end.js';

let agent: AgentEnd;
beforeEach(() => (agent = new AgentEnd()));
afterEach(() => agent.die());

it('says hello to every dialect with one request', async () => {
  const client = agent.connect();
  const { params } = await agent.answer('initialize', V1);
  expect(params).toEqual({
    protocolVersion: 1,
    clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
    clientInfo: { name: 'kenny', title: 'kenny', version: '1.2.3' },
    capabilities: { streaming: true },
  });
  await client;
  expect(agent.clock.pending).toBe(0);
});

it('knows an agent of v1', async () => {
  const { agent: facts } = await agent.connected({
    ...V1,
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { image: true },
      mcpCapabilities: { http: true, sse: true },
      sessionCapabilities: { resume: {} },
    },
    authMethods: [
      { id: 'key', name: 'A key', description: 'from the environment' },
      { id: 'tty', name: 'In a terminal', type: 'terminal', args: [] },
      { id: 'var', name: 'A variable', type: 'env_var', vars: [{ name: 'KEY' }] },
      { id: 'meta', name: 'Also a terminal', _meta: { 'terminal-auth': {} } },
      { name: 'without an id' },
    ],
  });
  expect(facts).toEqual({
    dialect: 'v1',
    name: 'an-agent',
    version: '0.1.0',
    title: 'An agent',
    capabilities: { loadSession: true, resumeSession: true, httpMcp: true, images: true },
    authMethods: [
      { id: 'key', name: 'A key', description: 'from the environment', satisfiable: true },
      { id: 'tty', name: 'In a terminal', satisfiable: false },
      { id: 'var', name: 'A variable', satisfiable: false },
      { id: 'meta', name: 'Also a terminal', satisfiable: false },
    ],
  });
});

it.each([
  ['its version is a text', SEED],
  ['it calls itself a server', { protocolVersion: 1, serverInfo: { name: 'augment-agent' } }],
])('knows a seed agent when %s', async (_why, answer) => {
  const { agent: facts } = await agent.connected(answer);
  expect(facts).toMatchObject({ dialect: 'seed', name: 'augment-agent' });
});

it('knows an agent that says nothing but its version', async () => {
  const { agent: facts } = await agent.connected({ protocolVersion: 1 });
  expect(facts).toMatchObject({ dialect: 'v1', capabilities: { httpMcp: false } });
});

it('knows a legacy agent by its first line, and sends it nothing more', async () => {
  const connecting = agent.connect();
  await agent.gets('initialize');
  agent.raw('Welcome!\n');
  agent.say({ type: 'status', agent_id: 'a1', task_id: 't1', data: { status: 'started' } });
  const client = await connecting;
  expect(client.agent).toMatchObject({ dialect: 'legacy', name: 'a1' });
  expect(await agent.heard.event('status')).toMatchObject({ status: 'started', turn: null });
});

it('does not take a line of a log for a legacy agent', async () => {
  const connecting = agent.connect();
  const { id } = await agent.gets('initialize');
  agent.say({ type: 'log', level: 'info', message: 'starting' });
  agent.say({ jsonrpc: '2.0', id, result: V1 });
  expect((await connecting).agent.dialect).toBe('v1');
  expect(agent.heard.all('log')).toMatchObject([{ source: 'output', level: 'debug' }]);
});

it.each([-32600, -32602, -32603])('asks once more with "1.0" after the error %d', async (code) => {
  const connecting = agent.connect();
  await agent.refuse('initialize', code);
  const { params } = await agent.answer('initialize', SEED);
  expect(params).toMatchObject({ protocolVersion: '1.0', capabilities: { streaming: true } });
  expect((await connecting).agent.dialect).toBe('seed');
});

it('does not ask a third time', async () => {
  const connecting = agent.connect();
  await agent.refuse('initialize', -32602);
  await agent.refuse('initialize', -32602, 'never');
  await expect(connecting).rejects.toMatchObject({
    code: 'initialize_failed',
    rpcCode: -32602,
    message: 'The agent refused initialize: never (-32602)',
  });
});

it('does not ask again after another error', async () => {
  const connecting = agent.connect();
  await agent.refuse('initialize', -32601, 'what?');
  await expect(connecting).rejects.toMatchObject({ code: 'initialize_failed', rpcCode: -32601 });
});

it.each([2, 99, 0, '2.0', '1', null, {}])(
  'refuses version %j, in words',
  async (protocolVersion) => {
    const connecting = agent.connect();
    await agent.answer('initialize', { protocolVersion, agentInfo: { name: 'x' } });
    await expect(connecting).rejects.toMatchObject({
      code: 'protocol_version',
      message: expect.stringContaining('are spoken here') as string,
    });
  },
);

it.each([null, [], 'hello', 1])('refuses %j as an answer', async (answer) => {
  const connecting = agent.connect();
  await agent.answer('initialize', answer);
  await expect(connecting).rejects.toMatchObject({ code: 'initialize_failed' });
});

it('waits a minute for the answer, and never asks again because of silence', async () => {
  const connecting = agent.connect();
  await agent.gets('initialize');
  agent.raw('a banner is no answer\n');
  agent.clock.advance(59_999);
  agent.clock.advance(1);
  await expect(connecting).rejects.toMatchObject({
    code: 'initialize_timeout',
    message: expect.stringContaining('within 60 s') as string,
  });
});

it('says that the agent ended', async () => {
  const connecting = agent.connect();
  await agent.gets('initialize');
  agent.die();
  await expect(connecting).rejects.toMatchObject({ code: 'ended' });
});

it('gives up with its signal', async () => {
  const stop = new AbortController();
  const connecting = agent.connect({ signal: stop.signal });
  await agent.gets('initialize');
  stop.abort(new Error('the task was deleted'));
  await expect(connecting).rejects.toThrow('the task was deleted');
});

it('cuts what the agent calls itself', async () => {
  const name = 'x'.repeat(1_000_000);
  const { agent: facts } = await agent.connected({ ...V1, agentInfo: { name, version: 7 } });
  expect(facts.name).toHaveLength(200);
  expect(facts.version).toBe('');
});
