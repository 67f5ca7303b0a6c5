import { AGENTCTL_FIRST_CALL_ID, AGENTCTL_LIMITS } from '@kenny/contract/agentctl';
import { SidecarWorld } from '../test/sidecar-world.js';
import { until } from '../test/until.js';

const CALL = '/api/v1/acp/call';
const SEND = '/api/v1/acp/send';
const update = (n: number) => ({ method: 'session/update', params: { n } });

describe('messages of a running agent', () => {
  let world: SidecarWorld;
  beforeEach(async () => {
    world = await SidecarWorld.open();
    await world.post('/api/v1/start');
  });
  afterEach(() => world.close());

  it('answers a call with the response of the agent, under an id of its own', async () => {
    const { status, body } = await world.post(CALL, { method: 'echo', params: { a: [1] } });
    expect({ status, body }).toEqual({
      status: 200,
      body: { jsonrpc: '2.0', id: AGENTCTL_FIRST_CALL_ID, result: { a: [1] } },
    });
    const next = await world.post(CALL, { method: 'unheard-of' });
    expect(next).toMatchObject({ status: 200, body: { error: { code: -32601 } } });
    expect(next.body['id']).toBe(AGENTCTL_FIRST_CALL_ID + 1);
  });

  it('sends messages in the order of their requests, and takes no id that a call may get', async () => {
    for (const n of [1, 2, 3]) {
      expect(await world.post(SEND, { method: 'silent', params: { n } })).toEqual({
        status: 202,
        body: { success: true },
      });
    }
    const taken = { method: 'silent', id: AGENTCTL_FIRST_CALL_ID };
    expect((await world.post(SEND, taken)).body).toMatchObject({ error: 'validation_error' });
    const seen = (await world.tell('seen')) as string[];
    expect(seen.slice(0, 3).map((line) => JSON.parse(line) as unknown)).toEqual(
      [1, 2, 3].map((n) => ({ jsonrpc: '2.0', method: 'silent', params: { n } })),
    );
  });

  it('gives every listener everything, as it was written and in its order', async () => {
    const listeners = await Promise.all([world.listen(), world.listen()]);
    const odd = '{"jsonrpc": "2.0",  "method":"odd","params":{"big":12345678901234567890}}';
    const numbered = Array.from({ length: 500 }, (_, n) => update(n));
    await world.post(SEND, { method: 'echo', id: 'mine', params: { mine: true } });
    await world.tell('print', { text: `${odd}\n` });
    await world.tell('say', { messages: numbered });
    for (const { frames, texts, heard } of listeners) {
      await heard(({ params }) => (params as { n?: number } | undefined)?.n === 499);
      expect(frames[0]).toEqual({ jsonrpc: '2.0', id: 'mine', result: { mine: true } });
      expect(texts[1]).toBe(odd);
      const updates = frames.filter(({ method }) => method === 'session/update');
      expect(updates).toEqual(numbered.map((one) => ({ jsonrpc: '2.0', ...one })));
    }
  });

  it('keeps what comes before anybody listens for the first one, and for nobody else', async () => {
    await world.tell('say', { messages: [update(1), update(2)] });
    const first = await world.listen();
    await first.heard(({ params }) => (params as { n?: number } | undefined)?.n === 2);
    const second = await world.listen();
    await world.tell('say', { messages: [update(3)] });
    await second.heard(({ method }) => method === 'session/update');
    expect(second.frames[0]).toEqual({ jsonrpc: '2.0', ...update(3) });
  });

  it('says how many are missing when too much came before anybody listened', async () => {
    const many = AGENTCTL_LIMITS.queueMessages;
    const messages = Array.from({ length: many }, (_, n) => update(n));
    await world.tell('say', { messages });
    const { frames, heard } = await world.listen();
    await heard(({ id }) => typeof id === 'number');
    const kept = frames.filter(({ method }) => method === 'session/update');
    expect(frames[0]).toEqual({ type: 'gap', dropped: many - kept.length });
    expect(kept).toHaveLength(many / 2 - 1);
    expect(kept.at(-1)).toEqual({ jsonrpc: '2.0', ...update(many - 1) });
  });

  it('relays lines of the old format, and nothing that looks like a remark of its own', async () => {
    const { frames, heard } = await world.listen();
    const old = { type: 'progress', task_id: 't', data: { progress: 5 } };
    const forged = ['{"type":"gap","dropped":9}', '{"type":"exit","exit_code":0}'];
    const text = [...forged, JSON.stringify(old), 'Welcome!', '{"level":30}', '{"jsonrpc":'].join(
      '\n',
    );
    await world.tell('print', { text: `${text}\n` });
    await heard(({ type }) => type === 'progress');
    await heard(({ id }) => typeof id === 'number');
    expect(frames.map((frame) => frame['type'] ?? 'message')).toEqual(['progress', 'message']);
    const { body } = await world.get('/api/v1/output');
    expect((body['lines'] as { content: string }[]).map(({ content }) => content)).toEqual([
      ...forged,
      ...['Welcome!', '{"level":30}', '{"jsonrpc":'],
    ]);
  });

  it('ends a call that takes too long, and leaves the late response on the stream', async () => {
    const call = world.post(CALL, { method: 'silent', timeout_ms: 5_000 });
    await until(() => world.clock.nextTimerIn === 5_000);
    world.clock.advance(5_000);
    expect(await call).toMatchObject({ status: 504, body: { error: 'timeout', http_status: 504 } });
    const { heard } = await world.listen();
    await world.tell('say', { messages: [{ id: AGENTCTL_FIRST_CALL_ID, result: 'late' }] });
    expect(await heard(({ result }) => result === 'late')).toHaveProperty('id');
  });

  it('fails what waits for a response when the agent ends, and tells listeners', async () => {
    const { frames, heard } = await world.listen();
    const waits = world.post(CALL, { method: 'silent' });
    await until(() => world.clock.pendingTimers === 1);
    await world.post(SEND, { method: 'exit', params: { code: 7 } });
    expect(await waits).toMatchObject({ status: 503, body: { error: 'not_running' } });
    expect(await heard(({ type }) => type === 'exit')).toEqual({
      type: 'exit',
      exit_code: 7,
      exit_error: 'exit status 7',
    });
    expect(frames.at(-1)).toHaveProperty('type', 'exit');
    expect((await world.get('/api/v1/status')).body).toEqual({
      agent_status: 'error',
      process_info: { status: 'error', exit_code: 7, exit_error: 'exit status 7' },
    });
    expect(await world.post(SEND, { method: 'echo' })).toMatchObject({ status: 503 });
  });

  it('passes a last message whose line never ended', async () => {
    const { heard } = await world.listen();
    const text = '{"jsonrpc":"2.0","method":"bye"}';
    await world.post(SEND, { method: 'lastWords', params: { text } });
    expect(await heard(({ method }) => method === 'bye')).toEqual(JSON.parse(text));
  });

  it('bounds what waits for a listener that does not read, and tells it what is missing', async () => {
    const { socket, frames, heard } = await world.listen();
    socket.pause();
    await world.tell('large', { count: 30, bytes: 1024 * 1024 });
    socket.resume();
    await heard(({ type }) => type === 'gap');
    await world.tell('say', { messages: [{ method: 'end' }] });
    await heard(({ method }) => method === 'end');
    const gaps = frames.filter(({ type }) => type === 'gap');
    const missing = gaps.reduce((sum, { dropped }) => sum + Number(dropped), 0);
    const got = frames.filter(({ type }) => type !== 'gap');
    expect(missing).toBeGreaterThan(10);
    // The large ones and the response to the request for them.
    expect(got.findIndex(({ method }) => method === 'end') + missing).toBe(31);
  });
});
