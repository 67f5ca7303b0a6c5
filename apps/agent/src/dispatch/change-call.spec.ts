import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, command, dispatchWorld, endless, shell } from '../../test/dispatch-world.js';
import { temporaryFolder } from '../../test/temporary-folder.js';
import { until } from '../../test/until.js';
import type { Handlers } from './handler.js';

const folder = temporaryFolder();
const world = (handlers?: Partial<Handlers>, blocked?: string) =>
  dispatchWorld(folder.path, handlers, blocked);

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

  it('of an approval that ran before is refused, whatever it asks for', async () => {
    const handler = jest.fn().mockResolvedValue(shell);
    const { ask, answered, dispatcher } = await world({ shell_exec: handler });
    ask('shell_exec', command, 'first', 'yes');
    expect((await answered('first')).ok).toBe(true);
    ask('shell_exec', command, 'same', 'yes');
    ask('shell_exec', { command: 'false' }, 'other', 'yes');
    for (const id of ['same', 'other']) {
      const { error } = await answered(id);
      expect(error?.code).toBe('approval_used');
      expect(error?.message).toContain('by the call first of ');
      expect(error?.message).toContain('nothing was run this time');
      expect(await dispatcher.statusOf({ id })).toMatchObject({
        state: 'done',
        response: { error },
      });
    }
    expect(handler).toHaveBeenCalledTimes(1);
  });

  it('of an approval that was refused before is refused as well', async () => {
    const handler = jest.fn().mockResolvedValue(shell);
    const { ask, answered, switchTo } = await world({ shell_exec: handler });
    switchTo({ enabled: false, reason: 'off' });
    ask('shell_exec', command, 'first', 'yes');
    expect(codeOf(await answered('first'))).toBe('disabled');
    switchTo({ enabled: true });
    ask('shell_exec', command, 'second', 'yes');
    expect(codeOf(await answered('second'))).toBe('approval_used');
    expect(handler).not.toHaveBeenCalled();
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
    expect(await dispatcher.statusOf({ id: 'id' })).toEqual({ state: 'running' });
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
    expect(await after.dispatcher.statusOf({ id: 'id' })).toEqual({ state: 'interrupted' });
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
    expect(await dispatcher.statusOf({ id: 'id' })).toEqual({ state: 'done', response });
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
    expect(await dispatcher.statusOf({ id: 'waiting' })).toEqual({ state: 'not_seen' });
    expect(await dispatcher.statusOf({ id: 'change' })).toEqual({ state: 'running' });
    dispatcher.attach(({ response }) => answers.push(response));
    finish?.();
    await dispatcher.idle();
    expect(answers.map(({ id, ok }) => [id, ok])).toEqual([['change', true]]);
    expect(await dispatcher.statusOf({ id: 'change' })).toMatchObject({ state: 'done' });
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
