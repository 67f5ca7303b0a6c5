import type { WaitingTask, WsNotification } from '@kenny/contract';
import { FakeClock, strictFake } from '@kenny/testing';
import { InProcessEventBus, type EventMap, type Principal } from '../../kernel/index.js';
import type { Watcher } from '../../subscriptions/index.js';
import type { TasksApi } from '../../tasks/index.js';
import { WaitingTaskTopic } from './waiting-task-topic.js';

type Changed = EventMap['task.changed'];

const waits = (id: string, agents: string[] | null = ['pc1']): WaitingTask => ({
  ...{ id, title: 'Why is it slow?', state: 'REVIEW', agents, owner_id: 'anna' },
  ...{ error: null, waits_for: [], updated_at: '2026-11-24T08:00:00.000Z' },
});
const change = (waiting: WaitingTask | null, more: Partial<Changed> = {}): Changed => ({
  ...{ task_id: waiting?.id ?? 't1', state: waiting?.state ?? 'COMPLETED' },
  ...{ previous_state: waiting ? 'IN_PROGRESS' : 'REVIEW', owner_id: 'anna', deleted: false },
  ...{ agents: waiting ? waiting.agents : ['pc1'], previous_agents: ['pc1'], waiting },
  ...more,
});

function world() {
  const events = new InProcessEventBus();
  let stored = (_: WaitingTask[]): void => undefined;
  const tasks = strictFake<TasksApi>('TasksApi', {
    waiting: () => new Promise((resolve) => (stored = resolve)),
  });
  const topic = new WaitingTaskTopic(tasks, events, new FakeClock(), 'run');
  return {
    tell: (fact: Changed) => events.emit('task.changed', fact),
    /** What a socket with these PCs is told, its snapshot first. */
    async watching(
      agents: string[] | null,
      meanwhile = (): void => undefined,
      items = [waits('t0')],
    ) {
      const told: unknown[] = [];
      const watcher: Watcher = {
        open: true,
        push: (message) => {
          const { payload } = JSON.parse(message.toString()) as WsNotification;
          told.push([payload['task_id'], payload['task'] !== null]);
          return true;
        },
        pushLast: () => undefined,
      };
      const principal = strictFake<Principal>('Principal', { agents });
      const subscribed = topic.subscribe(principal, watcher, (payload) => {
        const { items: shown } = JSON.parse(payload) as { items: WaitingTask[] };
        told.push(shown.map(({ id }) => id));
      });
      meanwhile();
      stored(items);
      await subscribed;
      return told;
    },
  };
}

describe('a subscription to tasks that wait for a person', () => {
  it('misses nothing of what happens while the database is read', async () => {
    const { watching, tell } = world();
    const told = await watching(['pc1'], () => {
      tell(change(waits('t1')));
      tell(change(null, { task_id: 't0' }));
      tell(change(waits('t2', ['pc2'])));
    });
    expect(told).toEqual([['t1']]);
  });

  it('tells of tasks only whom their PCs are shown', async () => {
    const { watching, tell } = world();
    const [all, some] = [await watching(null), await watching(['pc1'])];
    tell(change(waits('t1', ['pc1', 'pc2']), { previous_agents: ['pc1', 'pc2'] }));
    tell(change(waits('t2', null), { previous_agents: null }));
    tell(change(waits('t3')));
    expect(all.slice(1)).toEqual([
      ['t1', true],
      ['t2', true],
      ['t3', true],
    ]);
    expect(some.slice(1)).toEqual([['t3', true]]);
  });

  it('takes a task away from whoever is not shown its new PCs', async () => {
    const { watching, tell } = world();
    const told = await watching(['pc1']);
    tell(change(waits('t0', ['pc2']), { previous_state: 'REVIEW' }));
    expect(told).toEqual([['t0'], ['t0', false]]);
  });

  it('says nothing of a task that needs nobody, before and after', async () => {
    const { watching, tell } = world();
    const told = await watching(null);
    tell(change(null, { previous_state: 'QUEUED', state: 'IN_PROGRESS' }));
    expect(told).toHaveLength(1);
  });
});
