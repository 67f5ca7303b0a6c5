import type { StoredTaskEvent } from '@kenny/contract';
import { strictFake } from '@kenny/testing';
import { InProcessEventBus, KennyError, SYSTEM, type CallContext } from '../../kernel/index.js';
import type { TasksApi } from './ports.js';
import { TaskStreams, type TaskStreamPart } from './task-streams.js';

const CTX = strictFake<CallContext>('CallContext', { principal: SYSTEM });
/** Of a token without the class `sensitive`. */
const MODEST = strictFake<CallContext>('CallContext', {
  principal: { ...SYSTEM, classes: ['read'] },
});

/** One task whose events are stored and told, as the event log does it. */
class ATask {
  readonly bus = new InProcessEventBus();
  readonly stored: StoredTaskEvent[] = [];
  /** Events before this one are not kept. */
  first = 1;
  /** Most of one page. */
  most = 1_000;
  allowed = true;
  asked = 0;
  readonly streams = new TaskStreams(
    strictFake<TasksApi>('TasksApi', {
      readable: () => {
        this.asked += 1;
        if (this.allowed) return Promise.resolve(this.stored.length);
        return Promise.reject(new KennyError('forbidden', 'no'));
      },
      events: (_id: string, since: number) => {
        const kept = this.stored.filter(({ seq }) => seq > since && seq >= this.first);
        const events = kept.slice(0, this.most);
        const gap = events[0] !== undefined && events[0].seq > since + 1;
        return Promise.resolve({ events, cut: kept.length > events.length, gap });
      },
    }),
    this.bus,
  );

  happen(count = 1, { tell = true } = {}): void {
    const events = Array.from({ length: count }, (_, at): StoredTaskEvent => {
      const seq = this.stored.length + 1 + at;
      const data = { level: 'info', message: `${seq}` } as const;
      return { task_id: 't', seq, at: seq, type: 'log', data, agent_instance_id: null };
    });
    this.stored.push(...events);
    if (tell) this.bus.emit('task.events', { task_id: 't', events });
  }

  change(deleted = false): void {
    this.bus.emit('task.changed', {
      ...{ task_id: 't', state: 'TODO', previous_state: 'TODO', agents: null, owner_id: 'anna' },
      ...{ previous_agents: null, waiting: null, deleted },
    });
  }

  reader(since: number, ctx = CTX): Reader {
    return new Reader(this.streams, ctx, since);
  }
}

/** Takes one part after the other. */
class Reader {
  private readonly leaving = new AbortController();
  private readonly parts: AsyncGenerator<TaskStreamPart, void>;

  constructor(streams: TaskStreams, ctx: CallContext, since: number) {
    this.parts = streams.follow(ctx, 't', since, this.leaving.signal);
  }

  /** `undefined` at the end. */
  async next(): Promise<unknown> {
    const { value } = await this.parts.next();
    if (!value) return undefined;
    return value.type === 'events' ? value.events.map(({ seq }) => seq) : value;
  }

  leave(): void {
    this.leaving.abort();
  }
}

describe('the events of a task as one stream', () => {
  it('are what is stored, then each as it happens, once and in order', async () => {
    const task = new ATask();
    task.happen(3);
    const reader = task.reader(1);
    expect(await reader.next()).toEqual([2, 3]);
    task.happen();
    expect(await reader.next()).toEqual({ type: 'caught_up', seq: 3 });
    expect(await reader.next()).toEqual([4]);
    const next = reader.next();
    task.happen(2);
    expect(await next).toEqual([5, 6]);
    reader.leave();
    expect(await reader.next()).toBeUndefined();
  });

  it('come in pages', async () => {
    const task = new ATask();
    task.most = 2;
    task.happen(3);
    const reader = task.reader(0);
    expect(await reader.next()).toEqual([1, 2]);
    expect(await reader.next()).toEqual([3]);
    expect(await reader.next()).toEqual({ type: 'caught_up', seq: 3 });
    reader.leave();
  });

  it('are read from the store again by whoever was too slow, without a gap', async () => {
    const task = new ATask();
    const reader = task.reader(0);
    expect(await reader.next()).toEqual({ type: 'caught_up', seq: 0 });
    const first = reader.next();
    task.happen();
    expect(await first).toEqual([1]);
    for (let at = 0; at < 10; at += 1) task.happen(50);
    const seen: number[] = [];
    while (seen.length < 500) seen.push(...((await reader.next()) as number[]));
    expect(seen).toEqual(Array.from({ length: 500 }, (_, at) => at + 2));
    reader.leave();
  });

  it('have no gap when one was never told', async () => {
    const task = new ATask();
    const reader = task.reader(0);
    await reader.next();
    const next = reader.next();
    task.happen(1, { tell: false });
    task.happen();
    expect(await next).toEqual([1, 2]);
    reader.leave();
  });

  it('begin with a word about those that are not kept any more', async () => {
    const task = new ATask();
    task.happen(5);
    task.first = 4;
    const reader = task.reader(1);
    expect(await reader.next()).toEqual({ type: 'gap', first_seq: 4 });
    expect(await reader.next()).toEqual([4, 5]);
    reader.leave();
  });

  it('have heartbeats, which take no number', async () => {
    const task = new ATask();
    task.happen();
    const reader = task.reader(1);
    await reader.next();
    const next = reader.next();
    const beat = { task_id: 't', seq: 1, at: 9, type: 'heartbeat', data: {} } as const;
    task.bus.emit('task.events', {
      task_id: 't',
      events: [{ ...beat, agent_instance_id: null }],
    });
    expect(await next).toEqual([1]);
    const after = reader.next();
    task.happen();
    expect(await after).toEqual([2]);
    reader.leave();
  });

  it('end with the task', async () => {
    const task = new ATask();
    const reader = task.reader(0);
    await reader.next();
    const next = reader.next();
    task.change(true);
    expect(await next).toBeUndefined();
  });

  it('end for whoever may not read them any more, before the next one', async () => {
    const task = new ATask();
    const [modest, all] = [task.reader(0, MODEST), task.reader(0)];
    await modest.next();
    await all.next();
    task.allowed = false;
    const [mine, theirs] = [modest.next(), all.next()];
    task.happen();
    expect(await mine).toBeUndefined();
    // Who may read everything is asked again only when the task itself has changed.
    expect(await theirs).toEqual([1]);
    task.change();
    const last = all.next();
    task.happen();
    expect(await last).toBeUndefined();
  });
});
