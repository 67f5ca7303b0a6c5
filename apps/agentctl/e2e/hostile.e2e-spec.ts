import { AGENTCTL_LIMITS, AGENTCTL_TIMES } from '@kenny/contract/agentctl';
import { SidecarWorld } from '../test/sidecar-world.js';
import { until } from '../test/until.js';

const SEND = '/api/v1/acp/send';
interface Line {
  stream: string;
  content: string;
  cut?: true;
}

describe('an agent that misbehaves', () => {
  let world: SidecarWorld;
  beforeEach(async () => {
    world = await SidecarWorld.open();
    await world.post('/api/v1/start');
  });
  afterEach(() => world.close());

  const output = async (): Promise<Line[]> => {
    return (await world.get('/api/v1/output?last=10000')).body['lines'] as Line[];
  };

  it('writes 100 MB without a line end: it is dropped, said so, and the next message comes', async () => {
    const { frames, heard } = await world.listen();
    await world.tell('flood', { megabytes: 100 });
    await heard(({ id }) => typeof id === 'number');
    expect(frames.map(({ type, result }) => type ?? result)).toEqual(['gap', null]);
    expect(frames[0]).toEqual({ type: 'gap', dropped: 1 });
    expect(await output()).toMatchObject([
      {
        stream: 'agentctl',
        content: `a message of more than ${AGENTCTL_LIMITS.messageBytes} bytes was dropped`,
      },
    ]);
  });

  it('writes 50,000 messages at once: a listener gets each, or is told how many it did not', async () => {
    const { frames, heard } = await world.listen();
    const count = 50_000;
    await world.tell('large', { count, bytes: 1 });
    await world.tell('say', { messages: [{ method: 'end' }] });
    await heard(({ method }) => method === 'end');
    const missing = frames.reduce(
      (sum, { type, dropped }) => sum + (type === 'gap' ? Number(dropped) : 0),
      0,
    );
    const got = frames.filter(({ method }) => method === 'large');
    // A gap may hold the response to the flood as well.
    expect([count, count + 1]).toContain(got.length + missing);
    const numbers = got.map(({ params }) => (params as { n: number }).n);
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
  });

  it('writes 50,000 lines to stderr: the last ones are kept, long ones cut, nothing is removed', async () => {
    const watched = await world.listen('/api/v1/output/stream');
    const text = Array.from({ length: 50_000 }, (_, n) => `line ${n}`).join('\n');
    const long = 'y'.repeat(AGENTCTL_LIMITS.outputLineBytes + 1);
    const control = '\u001b[31mred\u0007\u0000\t';
    await world.tell('warn', { text: `${text}\n${long}\n${control}\n` });
    await watched.heard(({ content }) => content === control);
    const lines = await output();
    expect(lines).toHaveLength(1000);
    expect(lines.at(-3)).toMatchObject({ content: 'line 49999', stream: 'stderr' });
    expect(lines.at(-2)).toMatchObject({ content: long.slice(1), cut: true });
    expect(lines.at(-1)).toEqual({
      content: control,
      stream: 'stderr',
      timestamp: expect.any(String) as string,
    });
    const last = await world.get('/api/v1/output?last=2');
    expect(last.body).toMatchObject({ lines: lines.slice(-2), total: 1000 });
    const late = await world.listen('/api/v1/output/stream?history=true&history_count=2');
    await until(() => late.frames.length === 2);
    expect(late.frames).toEqual(lines.slice(-2));
  });

  it('dies in the middle of a line: what it had written is output, not a message', async () => {
    const { frames, heard } = await world.listen();
    await world.post(SEND, { method: 'dieMidLine' });
    expect(await heard(({ type }) => type === 'exit')).toMatchObject({ exit_code: 137 });
    expect(frames).toHaveLength(1);
    expect((await output()).at(-1)).toMatchObject({ stream: 'stdout' });
    expect((await output()).at(-1)?.content).toMatch(/^\{"jsonrpc":"2.0","method":"never\/whole"/);
  });

  it('closes its output and lives on: it is ended, and why is said', async () => {
    await world.post(SEND, { method: 'closeOutput' });
    await until(() => world.clock.nextTimerIn === AGENTCTL_TIMES.endOfInputMs);
    world.clock.advance(AGENTCTL_TIMES.endOfInputMs);
    await until(() => world.is('error'));
    expect((await world.get('/api/v1/status')).body['process_info']).toMatchObject({
      exit_error: 'it closed its output and did not end',
    });
  });

  it('does not read its input: what waits for it is bounded', async () => {
    await world.post(SEND, { method: 'hang' });
    const params = { text: 'z'.repeat(7 * 1024 * 1024) };
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      statuses.push((await world.post(SEND, { method: 'silent', params })).status);
    }
    expect(statuses).toEqual([202, 202, 202, 202, 503, 503]);
    expect((await world.post(SEND, { method: 'silent', params })).body).toMatchObject({
      error: 'busy',
    });
    await world.post('/api/v1/stop', { force: true });
  });

  it('says nothing at all and ends: so does its stream', async () => {
    await world.close();
    world = await SidecarWorld.open({ words: ['true'] });
    const { frames, heard } = await world.listen();
    await world.post('/api/v1/start');
    await heard(({ type }) => type === 'exit');
    expect(frames).toEqual([{ type: 'exit', exit_code: 0 }]);
    expect(await world.is('stopped')).toBe(true);
  });

  it('asks for more than anybody could answer: the rest is refused at once', async () => {
    await world.listen();
    const messages = Array.from({ length: AGENTCTL_LIMITS.requests + 1 }, (_, id) => ({
      id,
      method: 'fs/read_text_file',
    }));
    await world.tell('say', { messages });
    const seen = (await world.tell('seen')) as string[];
    const answers = seen.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(answers.filter(({ method }) => method === undefined)).toMatchObject([
      { id: AGENTCTL_LIMITS.requests, error: { code: -32603 } },
    ]);
  });

  it('nests its messages deep, and writes bytes that are no text: they are output', async () => {
    const { frames, heard } = await world.listen();
    const deep = `{"jsonrpc":"2.0","method":"m","params":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    await world.tell('print', { text: `${deep}\n` });
    await world.tell('bytes', {
      hex: Buffer.from('{"jsonrpc":"2.0","method":"\xff\xfe"}\n', 'latin1').toString('hex'),
    });
    await world.tell('say', { messages: [{ method: 'end' }] });
    await heard(({ method }) => method === 'end');
    expect(frames.filter(({ method }) => method !== undefined)).toHaveLength(1);
    const lines = (await output()).filter(({ stream }) => stream === 'stdout');
    expect(lines).toMatchObject([
      { cut: true },
      { content: '{"jsonrpc":"2.0","method":"\ufffd\ufffd"}' },
    ]);
  });
});
