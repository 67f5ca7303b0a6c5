import { WS_LIMITS, type StoredTaskEvent, type WsNotification } from '@kenny/contract';
import { FakeClock, strictFake } from '@kenny/testing';
import { Logger } from '@nestjs/common';
import { EventEmitter, once } from 'node:events';
import { SYSTEM, type CallContext } from '../../kernel/index.js';
import type { PacedWatcher } from '../../subscriptions/index.js';
import type { TasksApi, TaskStreams, TaskStreamPart } from '../../tasks/index.js';
import { TaskTopic } from './task-topic.js';

const RUN = '0a0f1c52-5d0a-4b52-9d4c-3f6f0c9b7c11';
const CTX = strictFake<CallContext>('CallContext', { principal: SYSTEM });

class Socket implements PacedWatcher {
  open = true;
  full = false;
  waits: (() => void)[] = [];
  private askedForRoom = (): void => undefined;
  readonly asked = new Promise<void>((resolve) => (this.askedForRoom = resolve));
  readonly seen: WsNotification[] = [];
  private wake = (): void => undefined;

  push(message: Buffer): boolean {
    if (!this.full) this.pushLast(message);
    return !this.full;
  }

  pushLast(message: Buffer): void {
    this.seen.push(JSON.parse(message.toString()) as WsNotification);
    this.wake();
  }

  room(): Promise<void> {
    if (!this.full) return Promise.resolve();
    this.askedForRoom();
    return new Promise((resolve) => this.waits.push(resolve));
  }

  async has(count: number): Promise<WsNotification[]> {
    while (this.seen.length < count) await new Promise<void>((resolve) => (this.wake = resolve));
    return this.seen;
  }

  get told(): unknown[] {
    return this.seen.map(({ action, payload }) => [action, payload['seq']]);
  }
}

const log = (seq: number): StoredTaskEvent => ({
  ...{ task_id: 't', seq, at: 0, type: 'log', data: { level: 'info', message: `${seq}` } },
  agent_instance_id: null,
});

/** Streams that say what the test hands over. */
class Streams {
  private readonly parts: TaskStreamPart[] = [];
  private readonly happened = new EventEmitter().setMaxListeners(0);
  readonly since: number[] = [];
  ended = 0;

  tell(...parts: TaskStreamPart[]): void {
    this.parts.push(...parts);
    this.happened.emit('parts');
  }

  /** Resolves when so many have come to their end. */
  async over(count: number): Promise<void> {
    while (this.ended < count) await once(this.happened, 'ended');
  }

  async *follow(
    _ctx: CallContext,
    _id: string,
    since: number,
    signal: AbortSignal,
  ): AsyncGenerator<TaskStreamPart, void> {
    this.since.push(since);
    signal.addEventListener('abort', () => this.happened.emit('parts'));
    try {
      while (!signal.aborted) {
        const part = this.parts.shift();
        if (part) yield part;
        else await once(this.happened, 'parts');
      }
    } finally {
      this.ended += 1;
      this.happened.emit('ended');
    }
  }
}

beforeAll(() => {
  Logger.overrideLogger(false);
});

function topicOf(streams: Streams): TaskTopic {
  const tasks = strictFake<TasksApi>('TasksApi', { readable: () => Promise.resolve(9) });
  const fake = strictFake<TaskStreams>('TaskStreams', {
    follow: (...call: Parameters<TaskStreams['follow']>) => streams.follow(...call),
  });
  return new TaskTopic(tasks, fake, new FakeClock(), RUN);
}

const answers: string[] = [];
const subscribe = (topic: TaskTopic, socket: PacedWatcher, since_seq?: number, task_id = 't') =>
  topic.subscribe(
    CTX,
    { task_id, ...(since_seq === undefined ? {} : { since_seq }) },
    socket,
    (text) => answers.push(text),
  );

describe('task.subscribe', () => {
  it('begins after the last event, and after since_seq says when all was told', async () => {
    const streams = new Streams();
    const topic = topicOf(streams);
    const [fresh, back] = [new Socket(), new Socket()];
    await subscribe(topic, fresh);
    streams.tell({ type: 'caught_up', seq: 9 }, { type: 'events', events: [log(10)], live: true });
    expect((await fresh.has(1))[0]).toMatchObject({
      type: 'notification',
      action: 'acp.log',
      payload: {
        ...{ task_id: 't', type: 'log', data: { level: 'info', message: '10' }, seq: 10 },
        timestamp: '1970-01-01T00:00:00.000Z',
      },
    });
    topic.leave(fresh);
    await subscribe(topic, back, 8);
    streams.tell({ type: 'events', events: [log(9)], live: false }, { type: 'caught_up', seq: 9 });
    await back.has(2);
    expect(back.told).toEqual([
      ['acp.log', 9],
      ['task.replay_done', 9],
    ]);
    expect(streams.since).toEqual([9, 8]);
    expect(answers.at(-1)).toBe(JSON.stringify({ success: true, task_id: 't', seq: 9 }));
    topic.leave(back);
  });

  it('puts a slow socket out, which then knows from where it has to go on', async () => {
    const streams = new Streams();
    const topic = topicOf(streams);
    const slow = new Socket();
    await subscribe(topic, slow);
    streams.tell({ type: 'events', events: [log(10)], live: true });
    await slow.has(1);
    slow.full = true;
    streams.tell({ type: 'events', events: [log(11), log(12)], live: true });
    const [, gap] = await slow.has(2);
    expect(gap).toMatchObject({
      action: 'stream.gap',
      payload: { topic: 'task', task_id: 't', run: RUN, seq: 10 },
    });
    expect(gap?.payload).not.toHaveProperty('first_seq');
    await streams.over(1);
    expect(slow.seen).toHaveLength(2);
  });

  it('waits for room while it only tells again what is stored', async () => {
    const streams = new Streams();
    const topic = topicOf(streams);
    const socket = new Socket();
    socket.full = true;
    await subscribe(topic, socket, 0);
    streams.tell({ type: 'events', events: [log(1), log(2)], live: false });
    await socket.asked;
    expect(socket.seen).toEqual([]);
    socket.full = false;
    for (const go of socket.waits.splice(0)) go();
    await socket.has(2);
    expect(socket.told).toEqual([
      ['acp.log', 1],
      ['acp.log', 2],
    ]);
    topic.leave(socket);
  });

  it('says which events are gone, and goes on', async () => {
    const streams = new Streams();
    const topic = topicOf(streams);
    const socket = new Socket();
    await subscribe(topic, socket, 1);
    streams.tell({ type: 'gap', first_seq: 5 }, { type: 'events', events: [log(5)], live: false });
    const [gap, next] = await socket.has(2);
    expect(gap).toMatchObject({
      action: 'stream.gap',
      payload: { topic: 'task', task_id: 't', seq: 1, first_seq: 5 },
    });
    expect(next).toMatchObject({ action: 'acp.log', payload: { seq: 5 } });
    topic.leave(socket);
  });

  it('ends with unsubscribe, with the socket, and when it is asked for again', async () => {
    const streams = new Streams();
    const topic = topicOf(streams);
    const [one, other] = [new Socket(), new Socket()];
    await subscribe(topic, one);
    await subscribe(topic, one);
    await subscribe(topic, other);
    await streams.over(1);
    topic.leave(one, 'another');
    topic.leave(other);
    topic.leave(one, 't');
    await streams.over(3);
    expect(streams.ended).toBe(3);
  });

  it('watches so many tasks and no more', async () => {
    const streams = new Streams();
    const topic = topicOf(streams);
    const socket = new Socket();
    for (let at = 0; at < WS_LIMITS.tasks; at += 1) {
      await subscribe(topic, socket, undefined, `t${at}`);
    }
    await expect(subscribe(topic, socket, undefined, 'more')).rejects.toMatchObject({
      code: 'rate_limited',
    });
    await subscribe(topic, socket, undefined, 't0');
    topic.leave(socket);
  });
});
