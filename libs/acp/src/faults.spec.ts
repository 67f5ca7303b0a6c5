import { HeldClock } from '../test/held-clock.js';
import { Program } from '../test/program.js';
import { ACP_LIMITS } from './index.js';
import type { AgentScript, AgentStep } from './testing/index.js';

/** One agent for each fault, as a process. */
let program: Program;
afterEach(() => program.end());

const start = (script: Partial<AgentScript>): Program =>
  (program = Program.scripted({ dialect: 'v1', ...script }));
const prompting = (...steps: AgentStep[]): Program => start({ on: { 'session/prompt': steps } });
const END: AgentStep = { reply: { stopReason: 'end_turn' } };

describe('an agent that says what is no protocol', () => {
  it('may print banners before its first word and between others', async () => {
    start({
      start: [{ raw: '\u001b[1mWelcome to 1.0\u001b[0m' }, { raw: '{"pid": 1}' }, { raw: '' }],
      on: { 'session/prompt': [{ raw: '{"jsonrpc":"2.0", broken' }, { text: 'Hello' }, END] },
    });
    const client = await program.inSession();
    expect(await client.prompt({ text: 'x' })).toMatchObject({ stopReason: 'end_turn' });
    expect(program.heard.words).toBe('Hello');
    const told = program.heard.all('log').map(({ message }) => message);
    expect(told).toEqual([
      '\u001b[1mWelcome to 1.0\u001b[0m',
      '{"pid": 1}',
      '{"jsonrpc":"2.0", broken',
    ]);
  });

  it('may send messages of the wrong shape', async () => {
    prompting(
      ...[{ raw: '[]' }, { raw: '{"jsonrpc":"1.0","method":"session/update"}' }],
      ...[{ raw: '{"jsonrpc":"2.0","id":null,"method":"session/update"}' }, { raw: '{"id":{}}' }],
      ...[{ raw: '{"jsonrpc":"2.0","method":7}' }, { raw: '{"jsonrpc":"2.0"}' }],
      ...[{ notify: { method: 'session/update', params: [] } }, { text: 'Hello' }, END],
    );
    const client = await program.inSession();
    expect(await client.prompt({ text: 'x' })).toMatchObject({ stopReason: 'end_turn' });
    expect(program.heard.words).toBe('Hello');
  });

  it('may send a line that is too long, and loses that line only', async () => {
    prompting({ long: ACP_LIMITS.maxMessageBytes + 1 }, { text: 'Hello' }, END);
    const client = await program.inSession();
    expect(await client.prompt({ text: 'x' })).toMatchObject({ stopReason: 'end_turn' });
    expect(program.heard.words).toBe('Hello');
    expect(program.heard.all('log')).toMatchObject([{ level: 'warn', source: 'output' }]);
  });

  it('may send a long word, which is cut', async () => {
    prompting({ long: 1024 * 1024 }, END);
    const client = await program.inSession();
    await client.prompt({ text: 'x' });
    const [event] = program.heard.all('text');
    expect(event?.text).toHaveLength(ACP_LIMITS.textCharacters);
    expect([event?.cut, event?.rawCut]).toEqual([true, true]);
  });

  it('may send thousands of updates, and none is lost', async () => {
    prompting({ repeat: 5_000, steps: [{ text: '{{i}} ' }] }, END);
    const client = await program.inSession();
    await client.prompt({ text: 'x' });
    const numbers = program.heard.words.trim().split(' ').map(Number);
    expect(numbers).toEqual([...Array(5_000).keys()]);
  });
});

describe('an agent with wrong answers', () => {
  it('may answer what nobody asked', async () => {
    prompting({ reply: {}, withId: 99 }, { reply: {}, withId: 'x' }, { text: 'Hello' }, END);
    const client = await program.inSession();
    expect(await client.prompt({ text: 'x' })).toMatchObject({ stopReason: 'end_turn' });
  });

  it('may answer twice, and may answer late', async () => {
    start({
      on: {
        'session/prompt': {
          times: [
            [END, END, { text: 'late' }],
            [{ text: 'second' }, { reply: { stopReason: 'refusal' } }],
          ],
        },
      },
    });
    const client = await program.inSession();
    expect(await client.prompt({ text: 'x' })).toMatchObject({ stopReason: 'end_turn' });
    await program.heard.event('text');
    expect(await client.prompt({ text: 'y' })).toMatchObject({ stopReason: 'refusal' });
    expect(program.heard.all('text').map(({ turn }) => turn)).toEqual([null, 2]);
  });

  it('may be complete twice', async () => {
    const complete: AgentStep = { update: { type: 'complete', data: { success: true } } };
    start({
      dialect: 'seed',
      on: { 'session/prompt': [{ text: 'a' }, { reply: { accepted: true } }, complete, complete] },
    });
    const client = await program.inSession();
    expect(await client.prompt({ text: 'x' })).toMatchObject({ stopReason: 'end_turn', turn: 1 });
    expect(await client.prompt({ text: 'y' })).toMatchObject({ stopReason: 'end_turn', turn: 2 });
    await program.heard.until(() => program.heard.all('result')[3]);
  });

  it('may speak of a session that is not ours', async () => {
    prompting(
      ...[{ update: { sessionUpdate: 'plan', entries: [] }, session: 'other' }],
      ...[{ permission: { toolCall: { toolCallId: 'c' }, session: 'other' }, then: { error: [] } }],
      END,
    );
    const client = await program.inSession();
    expect(await client.prompt({ text: 'x' })).toMatchObject({ stopReason: 'end_turn' });
    expect(program.heard.asks).toEqual([]);
    expect(program.heard.all('unknown')).toMatchObject([{ sessionId: 'other', turn: null }]);
  });

  it('may ask for what is not offered, and is told at once', async () => {
    prompting({ request: { method: 'fs/read_text_file' } }, { text: '{{answer.code}}' }, END);
    const client = await program.inSession();
    await client.prompt({ text: 'x' });
    expect(program.heard.words).toBe('-32601');
  });
});

describe('an agent that dies', () => {
  it.each<[string, AgentStep]>([
    ['with 0', { exit: 0 }],
    ['with 1', { exit: 1 }],
    ['by SIGKILL', { killSelf: 'SIGKILL' }],
    ['by SIGSEGV', { killSelf: 'SIGSEGV' }],
  ])('before its first word, %s', async (_how, step) => {
    start({ start: [step] });
    await expect(program.connect()).rejects.toMatchObject({ code: 'ended' });
  });

  it('instead of an answer to initialize', async () => {
    start({ on: { initialize: [{ stderr: 'no key' }, { exit: 3 }] } });
    await expect(program.connect()).rejects.toMatchObject({ code: 'ended' });
    expect(await program.exited).toEqual({ code: 3, signal: null });
    expect(program.complaints).toContain('no key');
  });

  it('while a session is opened', async () => {
    start({ on: { 'session/new': [{ exit: 1 }] } });
    await expect(program.inSession()).rejects.toMatchObject({ code: 'ended' });
  });

  it.each<[string, AgentStep[]]>([
    ['at its prompt', []],
    ['after some words', [{ text: 'a' }]],
    ['in the middle of a line', [{ raw: '{"jsonrpc":"2.0","met', end: '' }]],
    ['with a call at work', [{ update: { sessionUpdate: 'tool_call', toolCallId: 'c' } }]],
  ])('in its turn: %s', async (_when, steps) => {
    prompting(...steps, { killSelf: 'SIGKILL' });
    const client = await program.inSession();
    expect(await client.prompt({ text: 'x' })).toMatchObject({
      ...{ stopReason: 'failed', turn: 1, cancelRequested: false },
      error: { code: 'ended', message: 'The agent ended before its turn did' },
    });
    expect(await client.closed).toMatchObject({ reason: 'end' });
  });

  it('while a permission waits', async () => {
    const toolCall = { toolCallId: 'c' };
    const asks: AgentStep = {
      request: {
        method: 'session/request_permission',
        params: {
          sessionId: '{{sessionId}}',
          toolCall,
          options: [{ optionId: 'a', name: 'a', kind: 'allow_once' }],
        },
      },
    };
    start({ on: { 'session/prompt': [asks], 'session/cancel': [{ exit: 9 }] } });
    const client = await program.inSession();
    const turn = client.prompt({ text: 'x' });
    const { signal } = await program.heard.asked(1);
    program.signal('SIGKILL');
    expect(await turn).toMatchObject({ stopReason: 'failed', error: { code: 'ended' } });
    expect(signal.aborted).toBe(true);
  });

  it('closes its output and lives on', async () => {
    prompting({ close: 'stdout' });
    const client = await program.inSession();
    expect(await client.prompt({ text: 'x' })).toMatchObject({ error: { code: 'ended' } });
  });

  it('in a seed agent’s turn', async () => {
    start({
      dialect: 'seed',
      on: { 'session/prompt': [{ reply: { accepted: true } }, { exit: 1 }] },
    });
    const client = await program.inSession();
    expect(await client.prompt({ text: 'x' })).toMatchObject({ error: { code: 'ended' } });
  });
});

describe('an agent that is silent or deaf', () => {
  it('says nothing at all', async () => {
    start({ on: { initialize: [{ stderr: 'asked' }, { hang: true }] } });
    const clock = new HeldClock();
    const connecting = program.connect({ clock });
    await program.complains('asked');
    clock.advance(60_000);
    await expect(connecting).rejects.toMatchObject({ code: 'initialize_timeout' });
  });

  it('opens no session', async () => {
    start({ on: { 'session/new': [{ stderr: 'asked' }, { hang: true }] } });
    const clock = new HeldClock();
    const client = await program.connect({ clock });
    const opened = client.newSession({ cwd: '/', mcpServers: [] });
    await program.complains('asked');
    clock.advance(120_000);
    await expect(opened).rejects.toMatchObject({ code: 'session_timeout' });
  });

  it('does not hear a cancel, nor SIGTERM, nor the end of its input', async () => {
    start({
      deafTo: ['cancel', 'SIGTERM', 'end'],
      on: { 'session/prompt': [{ text: 'working' }, { hang: true }] },
    });
    const client = await program.inSession();
    const turn = client.prompt({ text: 'x' });
    await program.heard.event('text');
    client.cancel();
    program.signal('SIGTERM');
    await client.close();
    expect(await turn).toMatchObject({ stopReason: 'cancelled', error: { code: 'ended' } });
    program.signal('SIGKILL');
    expect(await program.exited).toEqual({ code: null, signal: 'SIGKILL' });
  });

  it('stops reading, and its client still ends', async () => {
    prompting({ close: 'stdin' }, { text: 'I do not listen' }, { hang: true });
    const client = await program.inSession();
    const turn = client.prompt({ text: 'x' });
    await program.heard.event('text');
    program.signal('SIGKILL');
    expect(await turn).toMatchObject({ error: { code: 'ended' } });
  });

  it('ends with its input, as agents should', async () => {
    start({});
    const client = await program.inSession();
    await client.close();
    expect(await program.exited).toEqual({ code: 0, signal: null });
  });
});

describe('a legacy agent', () => {
  it('tells its work by lines, and hears when to stop', async () => {
    start({
      dialect: 'legacy',
      start: [
        { legacy: { type: 'status', data: { status: 'started' } } },
        { legacy: { type: 'progress', data: { progress: 10, message: 'Looking' } } },
      ],
    });
    const client = await program.inSession();
    const turn = client.prompt({ text: 'x' });
    await program.heard.event('progress');
    client.cancel('enough');
    expect(await turn).toMatchObject({ stopReason: 'cancelled' });
    expect(await program.exited).toEqual({ code: 0, signal: null });
  });
});
