import { TestBed } from '@angular/core/testing';
import type { WaitingTask } from '@kenny/contract/web';
import { FakeWebSocket } from '../../../../test/fake-web-socket';
import { LiveSocket } from '../subscriptions/live-socket';
import { WaitingTasks } from './waiting-tasks';

const aWaiting = (id: string, change: Partial<WaitingTask> = {}): WaitingTask => ({
  ...{ id, title: 'Why is it slow?', state: 'REVIEW', agents: ['pc1'], owner_id: 'anna' },
  ...{ error: null, waits_for: [], updated_at: '2026-11-24T08:00:00Z' },
  ...change,
});

describe('tasks that wait for a person', () => {
  FakeWebSocket.installed();
  let tasks: WaitingTasks;
  const ids = () => tasks.beside().map(({ id }) => id);
  const server = () => FakeWebSocket.last;
  const changed = (seq: number, task_id: string, task: WaitingTask | null) =>
    server().push('waiting_task.changed', { run: 'a', seq, task_id, task });

  beforeEach(async () => {
    tasks = TestBed.inject(WaitingTasks);
    TestBed.inject(LiveSocket).connect();
    tasks.start();
    server().accept();
    expect(tasks.ready()).toBe(false);
    const items = [aWaiting('b', { updated_at: '2026-11-24T09:00:00Z' }), aWaiting('a')];
    await server().answer('waiting_task.subscribe', { run: 'a', seq: 4, items });
  });

  it('are those of the server, those that wait longest first', () => {
    expect([tasks.ready(), ids()]).toEqual([true, ['a', 'b']]);
  });

  it('come and go as it says, with nobody asking', async () => {
    await changed(5, 'c', aWaiting('c', { state: 'FAILED' }));
    await changed(6, 'a', null);
    expect(ids()).toEqual(['c', 'b']);
    const asked = server().sent.filter(({ action }) => action === 'waiting_task.subscribe');
    expect(asked).toHaveLength(1);
  });

  it('are asked for again when one message is missing', async () => {
    await changed(7, 'c', aWaiting('c'));
    await server().answer('waiting_task.subscribe', { run: 'a', seq: 7, items: [aWaiting('c')] });
    expect(ids()).toEqual(['c']);
  });

  it('are not kept for the next who logs in', () => {
    tasks.clear();
    expect([tasks.ready(), ids()]).toEqual([false, []]);
  });
});
