import { AgentEnd, V1 } from '../../test/agent-end.js';

let agent: AgentEnd;
beforeEach(() => (agent = new AgentEnd()));
afterEach(() => agent.die());

const END = { stopReason: 'end_turn' };

describe('a turn with an agent of v1', () => {
  it('is its prompt, the words, and why it ended', async () => {
    const client = await agent.inSession();
    const turn = client.prompt({ text: 'Why is it slow?' });
    expect(client.turn).toBe(1);
    const { id, params } = await agent.gets('session/prompt');
    expect(params).toEqual({
      sessionId: 's1',
      prompt: [{ type: 'text', text: 'Why is it slow?' }],
    });
    agent.text('Because ');
    agent.text('of the disk.');
    agent.say({ jsonrpc: '2.0', id, result: { ...END, usage: { inputTokens: 5 } } });
    expect(await turn).toEqual({
      ...{ stopReason: 'end_turn', turn: 1, cancelRequested: false },
      usage: { inputTokens: 5 },
    });
    expect(client.turn).toBeNull();
    expect(agent.heard.words).toBe('Because of the disk.');
    expect(agent.heard.all('text')).toMatchObject([
      { turn: 1, late: false, sessionId: 's1', cut: false, replayed: false },
      { turn: 1, raw: { sessionUpdate: 'agent_message_chunk' }, rawCut: false },
    ]);
  });

  it('takes pictures where the agent can', async () => {
    const client = await agent.inSession({
      ...V1,
      agentCapabilities: { promptCapabilities: { image: true } },
    });
    const images = [{ mimeType: 'image/png', base64: 'AAAA' }];
    void client.prompt({ text: 'See', images });
    const { params } = await agent.gets('session/prompt');
    expect(params?.['prompt']).toEqual([
      { type: 'text', text: 'See' },
      { type: 'image', mimeType: 'image/png', data: 'AAAA' },
    ]);
  });

  it('refuses pictures where it cannot', async () => {
    const client = await agent.inSession();
    const images = [{ mimeType: 'image/png', base64: 'AAAA' }];
    await expect(client.prompt({ text: 'See', images })).rejects.toMatchObject({
      code: 'unsupported',
    });
  });

  it('is one after another', async () => {
    const client = await agent.inSession();
    const turns = ['one', 'two', 'three'].map((text) => client.prompt({ text }));
    for (const text of ['one', 'two', 'three']) {
      const { params } = await agent.answer('session/prompt', END);
      expect(params?.['prompt']).toEqual([{ type: 'text', text }]);
    }
    expect((await Promise.all(turns)).map(({ turn }) => turn)).toEqual([1, 2, 3]);
  });

  it('keeps at most twenty prompts waiting', async () => {
    const client = await agent.inSession();
    for (let i = 0; i < 21; i += 1) client.prompt({ text: String(i) }).catch(() => undefined);
    await expect(client.prompt({ text: 'one more' })).rejects.toMatchObject({ code: 'busy' });
  });

  it('that is taken back while it waits is never sent', async () => {
    const client = await agent.inSession();
    const first = client.prompt({ text: 'one' });
    const stop = new AbortController();
    const second = client.prompt({ text: 'two' }, stop.signal);
    const third = client.prompt({ text: 'three' });
    stop.abort();
    expect(await second).toEqual({ stopReason: 'cancelled', turn: null, cancelRequested: true });
    await agent.answer('session/prompt', END);
    await first;
    const { params } = await agent.answer('session/prompt', END);
    expect(params?.['prompt']).toEqual([{ type: 'text', text: 'three' }]);
    expect(await third).toMatchObject({ turn: 2 });
  });

  it.each([
    [-32603, 'agent'],
    [-32000, 'auth'],
  ])('fails with the error %d of the agent', async (rpcCode, code) => {
    const client = await agent.inSession();
    const turn = client.prompt({ text: 'x' });
    await agent.refuse('session/prompt', rpcCode, 'no model');
    expect(await turn).toMatchObject({
      stopReason: 'failed',
      error: { code, message: 'no model', rpcCode },
    });
  });

  it('ends with the agent, and so do those that wait', async () => {
    const client = await agent.inSession();
    const turn = client.prompt({ text: 'x' });
    const waits = client.prompt({ text: 'y' });
    await agent.gets('session/prompt');
    agent.die();
    expect(await turn).toMatchObject({ stopReason: 'failed', error: { code: 'ended' } });
    await client.closed;
    await expect(client.prompt({ text: 'z' })).rejects.toMatchObject({ code: 'ended' });
    await waits.catch(() => undefined);
  });

  it('needs a session', async () => {
    const client = await agent.connected();
    await expect(client.prompt({ text: 'x' })).rejects.toMatchObject({ code: 'busy' });
  });

  it('is not disturbed by another session, or by opening one', async () => {
    const client = await agent.inSession();
    void client.prompt({ text: 'x' });
    await agent.gets('session/prompt');
    agent.notify({ sessionId: 's2', update: { sessionUpdate: 'plan', entries: [] } });
    expect(await agent.heard.event('unknown')).toMatchObject({
      ...{ sessionId: 's2', turn: null, why: 'it is of another session' },
    });
    await expect(client.newSession({ cwd: '/', mcpServers: [] })).rejects.toMatchObject({
      code: 'busy',
    });
  });
});

describe('what an agent says', () => {
  it('between turns belongs to none', async () => {
    const client = await agent.inSession();
    const turn = client.prompt({ text: 'x' });
    const { id } = await agent.gets('session/prompt');
    const answer = { jsonrpc: '2.0', id, result: END };
    agent.together(agent.words('last words'), answer, agent.words('by the way'));
    await turn;
    await agent.settled();
    void client.prompt({ text: 'y' });
    await agent.gets('session/prompt');
    agent.text('answer');
    await agent.settled();
    expect(agent.heard.all('text')).toMatchObject([
      { text: 'last words', turn: 1, late: false },
      { text: 'by the way', turn: null, late: false },
      { text: 'answer', turn: 2, late: false },
    ]);
  });

  it('of a call or a message of an earlier turn belongs to that turn', async () => {
    const client = await agent.inSession();
    const turn = client.prompt({ text: 'x' });
    const { id } = await agent.gets('session/prompt');
    const words = (text: string, messageId: string) => ({
      sessionUpdate: 'agent_message_chunk',
      content: { type: 'text', text },
      messageId,
    });
    agent.update({ sessionUpdate: 'tool_call', toolCallId: 'c1', title: 'Fix' }, words('a', 'm1'));
    agent.say({ jsonrpc: '2.0', id, result: END });
    await turn;
    void client.prompt({ text: 'y' });
    await agent.gets('session/prompt');
    agent.update({ sessionUpdate: 'tool_call_update', toolCallId: 'c1', status: 'failed' });
    agent.update(words('b', 'm1'), words('c', 'm2'));
    agent.update({ sessionUpdate: 'tool_call', toolCallId: 'c1', title: 'Again' });
    await agent.settled();
    expect(agent.heard.all('tool_call_update')).toMatchObject([{ turn: 1, late: true }]);
    expect(agent.heard.all('tool_call')).toMatchObject([{ turn: 1 }, { turn: 2, late: false }]);
    expect(agent.heard.all('text')).toMatchObject([
      { text: 'a', turn: 1 },
      { text: 'b', turn: 1, late: true },
      { text: 'c', turn: 2 },
    ]);
  });

  it('in a way that nobody knows costs nothing else', async () => {
    await agent.inSession();
    for (const params of [null, 7, [], ['x'], {}, { update: null }, { sessionId: {}, update: 1 }]) {
      agent.notify(params);
    }
    agent.update({}, { sessionUpdate: 'mystery', a: 1 }, { sessionUpdate: 'plan', entries: 7 });
    agent.raw('\u001b[31mA banner\u001b[0m\n{"level":"info"}\n{ not json\n\n[1,2]\n');
    agent.raw(Buffer.from([0xff, 0xfe, 0x0a]));
    agent.text('still here');
    await agent.heard.event('text');
    expect(agent.heard.all('unknown').map(({ type }) => type)).toEqual(
      expect.arrayContaining(['mystery', 'plan', '']) as string[],
    );
    expect(agent.heard.all('log').map(({ message }) => message)).toEqual(
      expect.arrayContaining(['{"level":"info"}', '{ not json']) as string[],
    );
  });

  it('does not stop when taking an event fails', async () => {
    const client = agent.connect({
      onEvent: (event) => {
        agent.heard.onEvent(event);
        if (event.kind === 'plan') throw new Error('full');
        return Promise.reject(new Error('later'));
      },
    });
    await agent.answer('initialize', V1);
    await client;
    agent.update({ sessionUpdate: 'plan', entries: [] });
    agent.text('more');
    await agent.settled();
    expect(agent.heard.events.map(({ kind }) => kind)).toEqual(['plan', 'text']);
    expect(agent.heard.logged).toHaveLength(2);
  });

  it('is held back while too much of it is not taken', async () => {
    let take: () => void = () => undefined;
    const taken = new Promise<void>((resolve) => (take = resolve));
    const connecting = agent.connect({
      onEvent: (event) => {
        agent.heard.onEvent(event);
        return taken;
      },
    });
    await agent.answer('initialize', V1);
    await connecting;
    for (let i = 0; i < 1_000; i += 1) agent.text(String(i));
    await agent.heard.until(() => agent.heard.events[255]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(agent.heard.events).toHaveLength(256);
    take();
    await agent.heard.until(() => agent.heard.events[999]);
    expect(agent.heard.all('text').map(({ text }) => Number(text))).toEqual([
      ...Array(1_000).keys(),
    ]);
  });

  it('that is no protocol is counted and left out while it is not taken', async () => {
    let take: () => void = () => undefined;
    const taken = new Promise<void>((resolve) => (take = resolve));
    const connecting = agent.connect({
      onEvent: (event) => {
        agent.heard.onEvent(event);
        return taken;
      },
    });
    await agent.answer('initialize', V1);
    await connecting;
    agent.raw('noise\n'.repeat(500));
    await agent.settled();
    expect(agent.heard.all('log')).toHaveLength(64);
    take();
    await new Promise((resolve) => setImmediate(resolve));
    agent.raw('noise\n');
    await agent.settled();
    expect(agent.heard.all('log').at(-1)).toMatchObject({ dropped: 436 });
  });
});

describe('cancel', () => {
  it('asks the agent, which ends its turn', async () => {
    const client = await agent.inSession();
    const turn = client.prompt({ text: 'x' });
    const { id } = await agent.gets('session/prompt');
    client.cancel('a person stopped it');
    client.cancel('twice');
    expect(await agent.gets('session/cancel')).toMatchObject({ params: { sessionId: 's1' } });
    agent.text('one more word');
    agent.say({ jsonrpc: '2.0', id, result: { stopReason: 'cancelled' } });
    expect(await turn).toMatchObject({ stopReason: 'cancelled', cancelRequested: true });
    expect(agent.heard.all('text')).toMatchObject([{ turn: 1 }]);
    client.cancel('between turns');
    await agent.settled();
  });

  it('comes with the signal of a prompt', async () => {
    const client = await agent.inSession();
    const stop = new AbortController();
    const turn = client.prompt({ text: 'x' }, stop.signal);
    await agent.gets('session/prompt');
    stop.abort();
    await agent.gets('session/cancel');
    agent.die();
    expect(await turn).toMatchObject({ stopReason: 'cancelled', error: { code: 'ended' } });
  });

  it('is what happened when the agent answers with an error', async () => {
    const client = await agent.inSession();
    const turn = client.prompt({ text: 'x' });
    const { id } = await agent.gets('session/prompt');
    client.cancel();
    await agent.gets('session/cancel');
    agent.say({ jsonrpc: '2.0', id, error: { code: -32603, message: 'aborted' } });
    expect(await turn).toMatchObject({ stopReason: 'cancelled' });
  });
});
