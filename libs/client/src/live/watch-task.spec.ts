import type { WsAction, WsEvent } from '@kenny/contract/web';
import { watchTask, type WatchedTask } from './watch-task.js';
import type { LivePort } from './watch.js';

/** A connection whose server says what the test hands over. */
class Live {
  readonly asked: [WsAction, object][] = [];
  private readonly listeners = new Map<WsEvent, (payload: object) => void>();
  private opened = (): void => undefined;

  readonly port: LivePort = {
    whenOpen: (open) => {
      this.opened = open;
      open();
      return () => undefined;
    },
    on: (event, listener) => {
      this.listeners.set(event, listener as (payload: object) => void);
      return () => void this.listeners.delete(event);
    },
    request: (action, payload) => {
      this.asked.push([action, payload]);
      return Promise.resolve({ success: true, task_id: 't', seq: 9 }) as never;
    },
  };

  again(): void {
    this.opened();
  }

  push(event: WsEvent, payload: object): void {
    this.listeners.get(event)?.({ task_id: 't', ...payload });
  }
}

function watching(since?: number) {
  const live = new Live();
  const told: unknown[] = [];
  const watched: WatchedTask = {
    ...{ task_id: 't', since },
    take: (push, { seq }) => told.push([push, seq]),
    begun: (seq) => told.push(['begun', seq]),
    caughtUp: () => told.push('caught up'),
    lost: (first) => told.push(['lost before', first]),
    failed: (error) => told.push(error),
  };
  const leave = watchTask(live.port, watched);
  return { live, told, leave };
}

/** Answers are read a moment later. */
const answered = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('watchTask', () => {
  it('tells each push of its task once and in order', async () => {
    const { live, told } = watching(0);
    await answered();
    live.push('acp.log', { seq: 1 });
    live.push('acp.update', { seq: 1 });
    live.push('acp.log', { seq: 1, task_id: 'another' });
    live.push('acp.progress', { seq: 2 });
    live.push('acp.log', { seq: 1 });
    live.push('acp.heartbeat', { seq: 2 });
    live.push('acp.heartbeat', { seq: 2 });
    live.push('task.replay_done', { seq: 2 });
    expect(live.asked).toEqual([['task.subscribe', { task_id: 't', since_seq: 0 }]]);
    expect(told).toEqual([
      ...[
        ['begun', 9],
        ['acp.log', 1],
        ['acp.update', 1],
        ['acp.progress', 2],
      ],
      ...[['acp.heartbeat', 2], ['acp.heartbeat', 2], 'caught up'],
    ]);
  });

  it('goes on after a lost connection, also in the middle of an event', async () => {
    const { live, told } = watching(3);
    await answered();
    live.push('acp.log', { seq: 4 });
    live.again();
    await answered();
    expect(live.asked.at(-1)).toEqual(['task.subscribe', { task_id: 't', since_seq: 3 }]);
    for (const push of ['acp.log', 'acp.update'] as const) live.push(push, { seq: 4 });
    live.push('acp.log', { seq: 5 });
    const ends = [
      ...[
        ['acp.log', 4],
        ['begun', 9],
        ['acp.update', 4],
        ['acp.log', 5],
      ],
    ];
    expect(told.slice(1)).toEqual(ends);
  });

  it('begins with what happens from now on, and after that misses nothing', async () => {
    const { live } = watching();
    await answered();
    expect(live.asked).toEqual([['task.subscribe', { task_id: 't' }]]);
    live.again();
    await answered();
    expect(live.asked.at(-1)).toEqual(['task.subscribe', { task_id: 't', since_seq: 9 }]);
  });

  it('subscribes again after a gap, and not for events that are gone', async () => {
    const { live, told } = watching(1);
    await answered();
    live.push('stream.gap', { topic: 'task', run: 'r', seq: 1, first_seq: 7 });
    live.push('stream.gap', { topic: 'task', task_id: 'another', run: 'r', seq: 1 });
    live.push('stream.gap', { topic: 'audit', run: 'r', seq: 1 });
    expect(live.asked).toHaveLength(1);
    expect(told.at(-1)).toEqual(['lost before', 7]);
    live.push('stream.gap', { topic: 'task', run: 'r', seq: 1 });
    expect(live.asked).toHaveLength(2);
  });

  it('ends at the server too', async () => {
    const { live, leave, told } = watching(1);
    await answered();
    leave();
    expect(live.asked.at(-1)).toEqual(['task.unsubscribe', { task_id: 't' }]);
    live.push('acp.log', { seq: 2 });
    expect(told).toEqual([['begun', 9]]);
  });
});
