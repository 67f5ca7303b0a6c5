import { AgentEnd, SEED } from '../../test/agent-end.js';

let agent: AgentEnd;
beforeEach(() => (agent = new AgentEnd()));
afterEach(() => agent.die());

describe('a turn with a seed agent', () => {
  const update = (type: string, data: object) => agent.notify({ type, data });

  it('is accepted, works and is complete', async () => {
    const client = await agent.inSession(SEED);
    const turn = client.prompt({ text: 'Fix the bug' });
    const { id, params } = await agent.gets('session/prompt');
    expect(params).toMatchObject({ message: 'Fix the bug' });
    update('content', { text: 'Before it is accepted. ' });
    agent.say({ jsonrpc: '2.0', id, result: { accepted: true } });
    update('content', { text: 'Fixing.' });
    update('toolCall', { toolName: 'file_edit', status: 'running' });
    update('complete', { sessionId: 's1', success: true, summary: 'Fixed' });
    update('complete', { sessionId: 's1', success: true, summary: 'Twice' });
    expect(await turn).toMatchObject({ stopReason: 'end_turn', summary: 'Fixed', turn: 1 });
    await agent.settled();
    expect(agent.heard.words).toBe('Before it is accepted. Fixing.');
    expect(agent.heard.all('result')).toMatchObject([{ turn: 1 }, { turn: null }]);
  });

  it('does not end by what was told before it', async () => {
    const client = await agent.inSession(SEED);
    update('complete', { success: true, summary: 'of another time' });
    await agent.heard.event('result');
    const turn = client.prompt({ text: 'x' });
    await agent.answer('session/prompt', { accepted: true });
    update('complete', { success: true, summary: 'of now' });
    expect(await turn).toMatchObject({ summary: 'of now' });
  });

  it('does not end by the end of the one before, told twice', async () => {
    const client = await agent.inSession(SEED);
    const first = client.prompt({ text: 'one' });
    await agent.answer('session/prompt', { accepted: true });
    update('complete', { success: true });
    await first;
    const second = client.prompt({ text: 'two' });
    const { id } = await agent.gets('session/prompt');
    const done = (summary: string) => ({
      ...{ jsonrpc: '2.0', method: 'session/update' },
      params: { type: 'complete', data: { success: true, summary } },
    });
    const accepted = { jsonrpc: '2.0', id, result: { accepted: true } };
    agent.together(done('of one'), accepted, done('of two'));
    expect(await second).toMatchObject({ summary: 'of two' });
  });

  it.each([
    ['complete', { success: false, summary: 'Could not' }, { message: 'Could not' }],
    ['error', { message: 'No compiler', details: 'line 4' }, { details: 'line 4' }],
  ])('fails with %s', async (type, data, error) => {
    const client = await agent.inSession(SEED);
    const turn = client.prompt({ text: 'x' });
    await agent.answer('session/prompt', { accepted: true });
    update(type, data);
    expect(await turn).toMatchObject({ stopReason: 'failed', error });
  });

  it('fails when its prompt is refused, with the words beside the error', async () => {
    const client = await agent.inSession(SEED);
    const turn = client.prompt({ text: 'x' });
    const { id } = await agent.gets('session/prompt');
    const error = { code: -32600, message: 'Invalid request', data: 'Missing parameter' };
    agent.say({ jsonrpc: '2.0', id, error });
    expect(await turn).toMatchObject({
      error: { code: 'agent', details: 'Missing parameter', rpcCode: -32600 },
    });
  });

  it('is cancelled with the reason, and by the end of the agent', async () => {
    const client = await agent.inSession(SEED);
    const turn = client.prompt({ text: 'x' });
    await agent.answer('session/prompt', { accepted: true });
    client.cancel('User requested cancellation');
    expect(await agent.gets('session/cancel')).toMatchObject({
      params: { reason: 'User requested cancellation', sessionId: 's1' },
    });
    agent.die();
    expect(await turn).toMatchObject({ stopReason: 'cancelled' });
  });
});

describe('a turn with a legacy agent', () => {
  const line = (type: string, data: object) => agent.say({ type, agent_id: 'a1', data });
  const start = async () => {
    const connecting = agent.connect();
    await agent.gets('initialize');
    line('status', { status: 'started' });
    const client = await connecting;
    await client.newSession({ cwd: '/', mcpServers: [] });
    return client;
  };

  it('begins without a word, and ends with the result', async () => {
    const client = await start();
    const turn = client.prompt({ text: 'stands in the environment' });
    line('progress', { progress: 50, message: 'Half' });
    line('error', { error: 'goes on' });
    line('result', { status: 'completed', summary: 'Done' });
    expect(await turn).toMatchObject({ stopReason: 'end_turn', summary: 'Done' });
    expect(agent.heard.all('progress')).toMatchObject([{ turn: 1, percent: 50 }]);
  });

  it('may have ended before it was asked for', async () => {
    const client = await start();
    line('result', { status: 'failed', summary: 'No disk' });
    await agent.heard.event('result');
    expect(await client.prompt({ text: 'x' })).toMatchObject({
      stopReason: 'failed',
      error: { message: 'No disk' },
    });
  });

  it('asks, which ends its turn, and the next prompt answers', async () => {
    const client = await start();
    const turn = client.prompt({ text: 'x' });
    line('input_required', { prompt_id: 'p1', prompt: 'Which?' });
    expect(await turn).toMatchObject({ stopReason: 'end_turn' });
    const second = client.prompt({ text: 'the second' });
    expect(await agent.next()).toMatchObject({
      type: 'input_response',
      data: { prompt_id: 'p1', response: 'the second' },
    });
    line('result', { status: 'completed' });
    expect(await second).toMatchObject({ stopReason: 'end_turn', turn: 2 });
  });

  it('may have asked before it was prompted, which the first prompt does not answer', async () => {
    const client = await start();
    line('input_required', { prompt_id: 'p1', prompt: 'Which?' });
    await agent.heard.event('question');
    expect(await client.prompt({ text: 'x' })).toMatchObject({ stopReason: 'end_turn', turn: 1 });
    void client.prompt({ text: 'the second' });
    expect(await agent.next()).toMatchObject({ data: { prompt_id: 'p1', response: 'the second' } });
  });

  it('is the only one without a question', async () => {
    const client = await start();
    const turn = client.prompt({ text: 'x' });
    line('result', { status: 'completed' });
    await turn;
    await expect(client.prompt({ text: 'y' })).rejects.toMatchObject({ code: 'unsupported' });
    expect(client.turn).toBeNull();
  });

  it('is stopped by a line', async () => {
    const client = await start();
    const turn = client.prompt({ text: 'x' });
    client.cancel('enough');
    expect(await agent.next()).toEqual({
      ...{ type: 'control', agent_id: 'a1', timestamp: '1970-01-01T00:00:00.000Z' },
      data: { action: 'stop', reason: 'enough' },
    });
    line('result', { status: 'cancelled' });
    expect(await turn).toMatchObject({ stopReason: 'cancelled' });
  });
});
