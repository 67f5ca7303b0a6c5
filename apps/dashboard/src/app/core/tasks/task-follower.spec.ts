import { TestBed } from '@angular/core/testing';
import type { TaskEventView } from '@kenny/contract/web';
import { aTask } from '../../../../test/a-task';
import { FakeWebSocket } from '../../../../test/fake-web-socket';
import { ApiClient } from '../http/api-client';
import { ApiError } from '../http/api-error';
import { LiveSocket } from '../subscriptions/live-socket';
import { TaskFollower } from './task-follower';

const AT = '2026-11-24T10:00:00.000Z';

describe('a task in the page', () => {
  FakeWebSocket.installed();
  let logs: (TaskEventView[] | ApiError)[];
  let follower: TaskFollower;

  const said = (seq: number, text: string): TaskEventView => ({
    ...{ task_id: 't1', seq, type: 'update', timestamp: AT, agent_instance_id: null },
    data: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
  });
  const push = async (seq: number, text: string, task_id = 't1') => {
    const { data, timestamp } = said(seq, text);
    await FakeWebSocket.last.push('acp.update', {
      ...{ task_id, type: 'update', data, timestamp, seq },
    });
  };
  const begun = async (seq: number) => {
    await FakeWebSocket.last.answer('task.subscribe', { success: true, task_id: 't1', seq });
    await jest.advanceTimersByTimeAsync(0);
  };
  const drawn = async () => {
    await jest.advanceTimersByTimeAsync(300);
    return follower.timeline().items.map((item) => ('text' in item ? item.text : item.title));
  };
  const asked = () =>
    FakeWebSocket.opened.flatMap(({ sent }) =>
      sent.filter(({ action }) => action === 'task.subscribe').map(({ payload }) => payload),
    );

  beforeEach(() => {
    logs = [];
    const api = {
      task: () => Promise.resolve(aTask()),
      taskLogs: () => {
        const next = logs.shift();
        if (next === undefined) throw new Error('the log was read once more');
        if (next instanceof ApiError) return Promise.reject(next);
        return Promise.resolve({ task_id: 't1', logs: next, total: next.length });
      },
    };
    TestBed.configureTestingModule({
      providers: [TaskFollower, { provide: ApiClient, useValue: api }],
    });
    follower = TestBed.inject(TaskFollower);
    TestBed.inject(LiveSocket).connect();
    FakeWebSocket.last.accept();
  });

  it('is shown with its log, or without it when that takes long', async () => {
    logs = [[said(1, 'The disk ')]];
    follower.open('t1');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(follower.task()).toBeNull();
    await begun(1);
    expect(follower.task()?.id).toBe('t1');
    expect(await drawn()).toEqual(['The disk ']);

    follower.open('t1');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(follower.task()).toBeNull();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(follower.task()?.id).toBe('t1');
  });

  it('is its log, and then what happens, each once', async () => {
    logs = [[said(1, 'The '), said(2, 'disk ')]];
    follower.open('t1');
    await push(2, 'disk ');
    await push(3, 'is full.');
    await push(9, 'of another task', 't2');
    await begun(2);
    expect(await drawn()).toEqual(['The disk is full.']);
    await push(4, ' Sorry.');
    expect(await drawn()).toEqual(['The disk is full. Sorry.']);
  });

  it('goes on after a broken connection where it was, without reading the log again', async () => {
    logs = [[said(1, 'one')]];
    follower.open('t1');
    await begun(1);
    FakeWebSocket.last.breakOff();
    await jest.advanceTimersByTimeAsync(1_000);
    FakeWebSocket.last.accept();
    expect(asked()).toEqual([{ task_id: 't1' }, { task_id: 't1', since_seq: 1 }]);
    await push(2, ', two');
    expect(await drawn()).toEqual(['one, two']);
  });

  it('reads the log again where events are not kept any more', async () => {
    logs = [[said(1, 'one')], [said(7, 'seven')]];
    follower.open('t1');
    await begun(1);
    const gap = { topic: 'task', task_id: 't1', run: 'r', seq: 1, first_seq: 7 };
    await FakeWebSocket.last.push('stream.gap', gap);
    await push(8, ', eight');
    expect(await drawn()).toEqual(['seven, eight']);
  });

  it('says why there is nothing to see', async () => {
    logs = [new ApiError('forbidden', 'not yours', null)];
    follower.open('t1');
    await begun(1);
    expect(follower.error()?.message).toBe('not yours');
  });

  it('ends at the server when the page is left', () => {
    follower.open('t1');
    follower.close();
    expect(FakeWebSocket.last.sent.at(-1)).toMatchObject({
      ...{ action: 'task.unsubscribe', payload: { task_id: 't1' } },
    });
  });
});
