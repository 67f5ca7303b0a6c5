import type { FrameOf } from '@kenny/contract/agent';
import { FakeClock } from '@kenny/testing';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { recordingLog } from '../../test/recording-log.js';
import { someHandlers } from '../../test/some-handlers.js';
import { temporaryFolder } from '../../test/temporary-folder.js';
import { until } from '../../test/until.js';
import type { SwitchState } from '../control/kill-switch.js';
import type { Handlers } from '../handlers/handler.js';
import { Dispatcher } from './dispatcher.js';
import { type FaultPoint } from './faults.js';
import { Journal } from './journal.js';
import { ToolFailure } from './tool-failure.js';

type Response = FrameOf<'response'>;

const folder = temporaryFolder();

interface World {
  dispatcher: Dispatcher;
  clock: FakeClock;
  journal: Journal;
  answers: Response[];
  points: FaultPoint[];
  ask: (tool: string, args?: object, id?: string) => void;
  answered: (id: string) => Promise<Response>;
  switchTo: (state: SwitchState) => void;
}

async function world(handlers: Partial<Handlers> = {}, blocked?: string): Promise<World> {
  const clock = new FakeClock();
  const { log } = recordingLog();
  const journal = await Journal.open({ file: join(folder.path, 'agent.journal'), clock, log });
  let state: SwitchState = { enabled: true };
  const points: FaultPoint[] = [];
  const answers: Response[] = [];
  const dispatcher = new Dispatcher({
    handlers: someHandlers(handlers),
    journal,
    killSwitch: { read: () => Promise.resolve(state) },
    guard: { judge: () => (blocked === undefined ? undefined : { message: blocked }) },
    faults: { reach: (point) => points.push(point) },
    clock,
    log,
  });
  dispatcher.attach((response) => answers.push(response));
  return {
    dispatcher,
    clock,
    journal,
    answers,
    points,
    ask: (tool, args = {}, id = 'id') =>
      dispatcher.receive({ type: 'request', id, tool, args: { ...args } }),
    answered: async (id) => {
      await until(() => answers.some((answer) => answer.id === id));
      return answers.find((answer) => answer.id === id) as Response;
    },
    switchTo: (next) => (state = next),
  };
}

const shell = { stdout: 'out', stderr: '', exit_code: 0 };
const command = { command: 'true' };
/** Runs until its signal fires. */
const endless = (_args: unknown, { signal }: { signal: AbortSignal }): Promise<never> =>
  new Promise((_resolve, reject) => {
    if (signal.aborted) reject(new Error('ended'));
    signal.addEventListener('abort', () => reject(new Error('ended')));
  });

const codeOf = ({ error }: Response): string | undefined => error?.code;

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

  it('whose tool says no carries its code and words', async () => {
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
    expect(await dispatcher.statusOf('8')).toEqual({ state: 'not_seen' });
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

describe('a change call', () => {
  it('goes through journal, kill switch, guard and handler in this order', async () => {
    const { ask, answered, points } = await world({ shell_exec: async () => shell });
    ask('shell_exec', command);
    await answered('id');
    expect(points).toEqual([
      'request_received',
      'journal_started',
      'before_handler',
      'after_handler',
      'journal_finished',
      'before_send',
      'after_send',
    ]);
  });

  it('runs once: the same id gets the stored answer', async () => {
    const handler = jest.fn().mockResolvedValue(shell);
    const { ask, answered, answers } = await world({ shell_exec: handler });
    ask('shell_exec', command);
    await answered('id');
    ask('shell_exec', command);
    await until(() => answers.length === 2);
    expect(answers[1]).toEqual(answers[0]);
    expect(handler).toHaveBeenCalledTimes(1);
  });

  it('with a used id and other arguments is bad_args', async () => {
    const handler = jest.fn().mockResolvedValue(shell);
    const { ask, answered, answers } = await world({ shell_exec: handler });
    ask('shell_exec', command);
    await answered('id');
    ask('shell_exec', { command: 'false' });
    await until(() => answers.length === 2);
    expect(answers.map(codeOf)).toEqual([undefined, 'bad_args']);
    expect(handler).toHaveBeenCalledTimes(1);
  });

  it('that comes twice while it runs is answered once', async () => {
    let finish: (() => void) | undefined;
    const handler = jest.fn(
      () => new Promise<typeof shell>((resolve) => (finish = () => resolve(shell))),
    );
    const { ask, answered, answers, dispatcher } = await world({ shell_exec: handler });
    ask('shell_exec', command);
    ask('shell_exec', command);
    await until(() => finish !== undefined);
    expect(await dispatcher.statusOf('id')).toEqual({ state: 'running' });
    finish?.();
    await answered('id');
    await dispatcher.idle();
    expect(answers).toHaveLength(1);
    expect(handler).toHaveBeenCalledTimes(1);
  });

  it('that was interrupted by the end of the process is never run again', async () => {
    const before = await world({ shell_exec: () => new Promise(() => undefined) });
    before.ask('shell_exec', command);
    await until(() => before.points.includes('before_handler'));
    const handler = jest.fn();
    const after = await world({ shell_exec: handler });
    expect(await after.dispatcher.statusOf('id')).toEqual({ state: 'interrupted' });
    after.ask('shell_exec', command);
    expect((await after.answered('id')).error).toEqual({
      code: 'internal',
      message: expect.stringMatching(/^interrupted/) as string,
    });
    expect(handler).not.toHaveBeenCalled();
  });

  it('is refused while the kill switch is off, and reads still work', async () => {
    const handler = jest.fn();
    const { ask, answered, switchTo } = await world({
      shell_exec: handler,
      fs_list: async () => ({ entries: [] }),
    });
    switchTo({ enabled: false, reason: 'remote control is switched off at this PC' });
    ask('shell_exec', command, 'change');
    ask('fs_list', { path: '/' }, 'read');
    expect((await answered('change')).error).toEqual({
      code: 'disabled',
      message: 'remote control is switched off at this PC',
    });
    expect((await answered('read')).ok).toBe(true);
    expect(handler).not.toHaveBeenCalled();
  });

  it('is ended when the kill switch is turned while it runs; reads are not', async () => {
    const { ask, answered, answers, dispatcher, clock } = await world({
      shell_exec: endless,
      fs_list: endless,
    });
    ask('shell_exec', command, 'change');
    ask('fs_list', { path: '/' }, 'read');
    await until(() => clock.pendingTimers === 2);
    dispatcher.endChanges('switched off');
    expect(codeOf(await answered('change'))).toBe('disabled');
    expect(answers).toHaveLength(1);
  });

  it('is refused when the journal cannot be written', async () => {
    const handler = jest.fn();
    const { ask, answered, journal } = await world({ shell_exec: handler });
    await journal.close();
    await rm(join(folder.path, 'agent.journal'));
    ask('shell_exec', command);
    expect((await answered('id')).error).toEqual({
      code: 'internal',
      message: expect.stringContaining('nothing was run') as string,
    });
    expect(handler).not.toHaveBeenCalled();
  });

  it('keeps its refusal in the journal like any answer', async () => {
    const { ask, answered, dispatcher } = await world({ shell_exec: jest.fn() }, 'no');
    ask('shell_exec', command);
    const response = await answered('id');
    expect(await dispatcher.statusOf('id')).toEqual({ state: 'done', response });
  });
});

describe('when the connection ends', () => {
  it('reads are ended, waiting calls dropped, and running changes go on', async () => {
    let finish: (() => void) | undefined;
    const { ask, answers, dispatcher, clock } = await world({
      shell_exec: () => new Promise((resolve) => (finish = () => resolve(shell))),
      fs_list: endless,
    });
    ask('shell_exec', command, 'change');
    for (let index = 0; index < 7; index += 1) ask('fs_list', { path: '/' }, `read ${index}`);
    ask('shell_exec', command, 'waiting');
    await until(() => clock.pendingTimers === 8);
    dispatcher.detach();
    expect(await dispatcher.statusOf('waiting')).toEqual({ state: 'not_seen' });
    expect(await dispatcher.statusOf('change')).toEqual({ state: 'running' });
    dispatcher.attach((response) => answers.push(response));
    finish?.();
    await dispatcher.idle();
    expect(answers.map(({ id, ok }) => [id, ok])).toEqual([['change', true]]);
    expect(await dispatcher.statusOf('change')).toMatchObject({ state: 'done' });
  });

  it('a stopping agent ends its tools and answers before it goes', async () => {
    const { ask, answers, dispatcher, clock, journal } = await world({ shell_exec: endless });
    ask('shell_exec', command);
    await until(() => clock.pendingTimers > 0);
    await dispatcher.stop();
    expect(answers.map(codeOf)).toEqual(['internal']);
    expect(await journal.lookUp('id')).toMatchObject({ kind: 'finished' });
  });
});
