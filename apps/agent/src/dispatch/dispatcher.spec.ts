import { codeOf, command, dispatchWorld, endless, shell } from '../../test/dispatch-world.js';
import { temporaryFolder } from '../../test/temporary-folder.js';
import { until } from '../../test/until.js';
import type { Handlers } from './handler.js';
import { ToolFailure } from '../errors/tool-failure.js';

const folder = temporaryFolder();
const world = (handlers?: Partial<Handlers>, blocked?: string) =>
  dispatchWorld(folder.path, handlers, blocked);

describe('a request', () => {
  it('is answered with the result of its tool', async () => {
    const { ask, answered } = await world({ fs_list: async () => ({ entries: [] }) });
    ask('fs_list', { path: '/' });
    expect(await answered('id')).toEqual({
      type: 'response',
      id: 'id',
      ok: true,
      result: { entries: [] },
    });
  });

  it('for an unknown tool is unsupported', async () => {
    const { ask, answers } = await world();
    ask('format_disk');
    expect(answers[0]?.error).toEqual({
      code: 'unsupported',
      message: 'unknown tool: format_disk',
    });
  });

  it('for a server tool is unsupported as well', async () => {
    const { ask, answers } = await world();
    ask('list_agents');
    expect(answers.map(codeOf)).toEqual(['unsupported']);
  });

  it('for a tool this PC cannot do says why', async () => {
    const { ask, answered } = await world();
    ask('winget_list');
    expect((await answered('id')).error).toEqual({
      code: 'unsupported',
      message: 'not in this test',
    });
  });

  it.each([
    ['unknown key', { path: '/', extra: 1 }],
    ['missing key', {}],
    ['wrong type', { path: 7 }],
    ['NUL', { path: '/a\u0000b' }],
    ['half a character', { path: '/\ud800' }],
  ])('with bad arguments (%s) is refused before anything runs', async (_name, args) => {
    const handler = jest.fn();
    const { ask, answers } = await world({ fs_list: handler });
    ask('fs_list', args);
    expect(answers.map(codeOf)).toEqual(['bad_args']);
    expect(handler).not.toHaveBeenCalled();
  });

  it('gives the handler its defaults and its deadline', async () => {
    const handler = jest.fn().mockResolvedValue(shell);
    const { ask, answered } = await world({ shell_exec: handler });
    ask('shell_exec', command, 'a');
    ask('shell_exec', { ...command, timeout_s: 5 }, 'b');
    await answered('a');
    await answered('b');
    const [first, second] = handler.mock.calls as [object, { deadlineMs: number }][];
    expect(first?.[0]).toEqual({ ...command, timeout_s: 30 });
    expect([first?.[1].deadlineMs, second?.[1].deadlineMs]).toEqual([30_000, 5_000]);
  });

  it('whose tool refuses carries its code and message', async () => {
    const { ask, answered } = await world({
      fs_list: () => Promise.reject(new ToolFailure('not_found', 'no such folder')),
    });
    ask('fs_list', { path: '/x' });
    expect((await answered('id')).error).toEqual({ code: 'not_found', message: 'no such folder' });
  });

  it('whose tool breaks gets no stack and no inner words', async () => {
    const { ask, answered } = await world({
      fs_list: () => Promise.reject(new Error('secret detail at /home/x')),
    });
    ask('fs_list', { path: '/x' });
    const { error } = await answered('id');
    expect(error?.code).toBe('internal');
    expect(error?.message).not.toContain('secret');
  });

  it('with a result too large to send is an error that says so', async () => {
    const { ask, answered } = await world({
      fs_read: async () => ({ content: '\u0001'.repeat(3_000_000), truncated: false }),
    });
    ask('fs_read', { path: '/x' });
    expect((await answered('id')).error).toEqual({
      code: 'exec_failed',
      message: expect.stringContaining('result too large') as string,
    });
  });

  it('is refused by the guard with its words, also when it only reads', async () => {
    const handler = jest.fn();
    const { ask, answered } = await world({ fs_list: handler }, 'refused: rule x');
    ask('fs_list', { path: '/x' });
    expect((await answered('id')).error).toEqual({ code: 'blocked', message: 'refused: rule x' });
    expect(handler).not.toHaveBeenCalled();
  });
});

describe('the deadline', () => {
  it('starts when the tool runs, ends it, and is a timeout', async () => {
    const { ask, answered, clock } = await world({ fs_list: endless });
    ask('fs_list', { path: '/' });
    await until(() => clock.pendingTimers > 0);
    await clock.advanceAsync(29_999);
    clock.advance(1);
    expect((await answered('id')).error).toEqual({
      code: 'timeout',
      message: 'tool exceeded 30s and was ended',
    });
    expect(clock.pendingTimers).toBe(0);
  });

  it('answers also for a tool that does not stop', async () => {
    const { ask, answered, clock } = await world({ fs_list: () => new Promise(() => undefined) });
    ask('fs_list', { path: '/' });
    await until(() => clock.pendingTimers > 0);
    await clock.advanceAsync(30_000 + 4_000);
    expect(codeOf(await answered('id'))).toBe('timeout');
  });
});

describe('the queue', () => {
  it('runs 8 at once, lets 32 wait and refuses the next as busy', async () => {
    let running = 0;
    let most = 0;
    const release: (() => void)[] = [];
    const { ask, answers, answered } = await world({
      fs_list: async () => {
        most = Math.max(most, (running += 1));
        await new Promise<void>((resolve) => release.push(resolve));
        running -= 1;
        return { entries: [] };
      },
    });
    for (let index = 0; index < 41; index += 1) ask('fs_list', { path: '/' }, `${index}`);
    await until(() => release.length === 8);
    expect(answers).toEqual([
      expect.objectContaining({
        id: '40',
        error: { code: 'internal', message: expect.stringMatching(/^busy/) as string },
      }),
    ]);
    for (let index = 0; index < 40; index += 1) {
      await until(() => release.length > 0);
      release.shift()?.();
    }
    expect((await answered('39')).ok).toBe(true);
    expect(most).toBe(8);
  });
});

describe('cancel', () => {
  it('ends a running tool as cancelled', async () => {
    const { ask, answered, dispatcher, clock } = await world({ fs_list: endless });
    ask('fs_list', { path: '/' });
    await until(() => clock.pendingTimers > 0);
    dispatcher.cancel('id');
    expect((await answered('id')).error).toEqual({ code: 'exec_failed', message: 'cancelled' });
  });

  it('takes a waiting call back, so that it is never seen by the journal', async () => {
    const handler = jest.fn(endless);
    const { ask, answered, dispatcher, journal } = await world({ shell_exec: handler });
    for (let index = 0; index < 9; index += 1) ask('shell_exec', command, `${index}`);
    dispatcher.cancel('8');
    expect(codeOf(await answered('8'))).toBe('exec_failed');
    expect(await dispatcher.statusOf({ id: '8' })).toEqual({ state: 'not_seen' });
    await until(() => handler.mock.calls.length === 8);
    await dispatcher.stop();
    expect(await journal.lookUp('8')).toBeUndefined();
  });

  it('of an unknown id is ignored', async () => {
    const { dispatcher, answers } = await world();
    dispatcher.cancel('nobody');
    expect(answers).toEqual([]);
  });
});
