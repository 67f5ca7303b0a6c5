import {
  TASK_LIMITS,
  TASK_TIMES,
  type StoredTaskEvent,
  type TaskEventData,
  type TaskEventType,
} from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { insertRows, readSome, Reads, storable, Writer, type Tx } from '../../database/index.js';
import type { EntityManager } from 'typeorm';
import { CLOCK, EventBus } from '../../kernel/index.js';
import { retryDelay } from '../../scheduling/index.js';
import { mergedEvents, type NewTaskEvent } from '../states/index.js';
import { EventTail } from './event-tail.js';
import { cutToBytes } from './cut-event.js';
import { TaskEventEntity } from './task-event.entity.js';

export interface TaskEventPage {
  readonly events: readonly StoredTaskEvent[];
  /** There are more after these. */
  readonly cut: boolean;
  /** What was asked for is not kept any more: the first that is left follows. */
  readonly gap: boolean;
}

/** Characters that one page holds. */
const PAGE_CHARACTERS = 1024 * 1024;
const THINNED_AT_ONCE = 500;
/** Tasks whose end is remembered. */
const MOST_TAILS = 1_000;
const COLUMNS = { place: 'event.seq', long: ['event.data'] };

/**
 * What happens in tasks, in order and without a gap, also over restarts. What comes within one moment
 * is merged and written in one go, so that an agent that says thousands of things a second costs
 * some twenty writes.
 */
@Injectable()
export class TaskEventLog implements OnModuleDestroy {
  private readonly logger = new Logger(TaskEventLog.name);
  private readonly tails = new Map<string, EventTail>();
  private stopped = false;

  constructor(
    private readonly writer: Writer,
    private readonly reads: Reads,
    private readonly events: EventBus,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Resolves when it is durable; a stop of the server ends the wait. Never rejects. */
  append<T extends TaskEventType>(
    task_id: string,
    type: T,
    data: TaskEventData[T],
    agent_instance_id: string | null = null,
  ): Promise<void> {
    const event = { at: this.clock.now(), type, data, agent_instance_id };
    const tail = this.tailOf(task_id);
    // The pair of type and data is one of the union's; TypeScript cannot tell.
    const stored = tail.push(event as NewTaskEvent);
    this.schedule(task_id, tail);
    return stored;
  }

  /** As `append`, for who says thousands of things a second: there is a wait only while much waits. */
  hear<T extends TaskEventType>(
    task_id: string,
    type: T,
    data: TaskEventData[T],
    agent_instance_id: string | null,
  ): void | Promise<void> {
    const stored = this.append(task_id, type, data, agent_instance_id);
    return this.tails.get(task_id)?.isFull ? stored : undefined;
  }

  /** Resolves when all that was said so far is durable. */
  async flush(task_id: string): Promise<void> {
    const tail = this.tails.get(task_id);
    while (tail && !this.stopped && (tail.writing || tail.waiting.length > 0)) {
      if (!tail.writing) this.write(task_id, tail);
      await tail.writing;
    }
  }

  /** Tells those who watch that the agent is at work; stored it would only fill the log. */
  async heartbeat(task_id: string, agent_instance_id: string | null): Promise<void> {
    const seq = await this.lastSeq(task_id);
    const at = this.clock.now();
    const event = { task_id, seq, at, type: 'heartbeat', data: {}, agent_instance_id } as const;
    this.events.emit('task.events', { task_id, events: [event] });
  }

  /** 0 when there is none. */
  async lastSeq(task_id: string): Promise<number> {
    return (await this.lastSeqs([task_id])).get(task_id) ?? 0;
  }

  async lastSeqs(taskIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (taskIds.length === 0) return new Map();
    const rows = await this.reads.manager
      .createQueryBuilder(TaskEventEntity, 'event')
      .select('event.task_id', 'task_id')
      .addSelect('MAX(event.seq)', 'seq')
      .where('event.task_id IN (:...taskIds)', { taskIds: [...taskIds] })
      .groupBy('event.task_id')
      .getRawMany<{ task_id: string; seq: number | string }>();
    return new Map(rows.map(({ task_id, seq }) => [task_id, Number(seq)]));
  }

  /** In order, after that number; bounded by count and length, but one at least if there is one. */
  async page(task_id: string, since: number, limit: number): Promise<TaskEventPage> {
    const query = this.reads.manager
      .createQueryBuilder(TaskEventEntity, 'event')
      .where('event.task_id = :task_id AND event.seq > :since', { task_id, since });
    const { rows, more } = await readSome(query, COLUMNS, 'ASC', {
      rows: limit,
      characters: PAGE_CHARACTERS,
    });
    const [first] = rows;
    return { events: rows.map(eventOf), cut: more, gap: !!first && first.seq > since + 1 };
  }

  /** The newest, oldest of them first. */
  async last(task_id: string, limit: number): Promise<StoredTaskEvent[]> {
    const query = this.reads.manager
      .createQueryBuilder(TaskEventEntity, 'event')
      .where('event.task_id = :task_id', { task_id });
    const page = { rows: limit, characters: PAGE_CHARACTERS };
    const { rows } = await readSome(query, COLUMNS, 'DESC', page);
    return rows.map(eventOf).sort((a, b) => a.seq - b.seq);
  }

  count(task_id: string): Promise<number> {
    return this.reads.manager.countBy(TaskEventEntity, { task_id });
  }

  /** Drops all but the last event, whose number the next one follows. */
  async thin(task_id: string): Promise<void> {
    await this.flush(task_id);
    this.tails.delete(task_id);
    const last = await this.lastSeq(task_id);
    const piece = ({ manager }: Tx): Promise<boolean> => deleteBefore(manager, task_id, last);
    while (!this.stopped && (await this.writer.write(piece, 'events')));
  }

  /** Its task is being erased: nothing more is written. */
  forget(task_id: string): void {
    this.tails.get(task_id)?.close();
    this.tails.delete(task_id);
  }

  onModuleDestroy(): void {
    this.stopped = true;
    for (const tail of this.tails.values()) tail.close();
  }

  private tailOf(task_id: string): EventTail {
    const known = this.tails.get(task_id);
    if (known) return known;
    const tail = new EventTail();
    this.tails.set(task_id, tail);
    if (this.tails.size > MOST_TAILS) this.dropIdle();
    return tail;
  }

  private dropIdle(): void {
    for (const [id, tail] of this.tails) {
      if (this.tails.size <= MOST_TAILS) return;
      if (tail.isIdle) this.tails.delete(id);
    }
  }

  private write(task_id: string, tail: EventTail): void {
    tail.timer?.cancel();
    tail.timer = undefined;
    const { waiting, settle } = tail.take();
    if (this.stopped || tail.writing || waiting.length === 0) return;
    const merged = mergedEvents(waiting, TASK_LIMITS.eventBytes / 4);
    tail.writing = this.insist(task_id, tail, merged).finally(() => {
      tail.writing = undefined;
      settle();
      if (tail.waiting.length > 0) this.schedule(task_id, tail);
    });
  }

  private schedule(task_id: string, tail: EventTail): void {
    if (this.stopped || tail.writing) return;
    tail.timer ??= this.clock.setTimer(() => this.write(task_id, tail), TASK_TIMES.batchMs);
  }

  /** Until it is stored: nothing is told that is not, and nothing may be missing between. */
  private async insist(
    task_id: string,
    tail: EventTail,
    events: readonly NewTaskEvent[],
  ): Promise<void> {
    for (let failed = 0; !this.stopped && !tail.closed; failed += 1) {
      try {
        const stored = await this.writer.write(
          (tx) => this.store(tx, task_id, tail, events),
          'events',
        );
        this.events.emit('task.events', { task_id, events: stored });
        return;
      } catch (error) {
        this.logger.warn(`events of task ${task_id} are not stored yet: ${String(error)}`);
      }
      await new Promise<void>((resolve) => this.clock.setTimer(resolve, retryDelay(failed)));
    }
  }

  private async store(
    tx: Tx,
    task_id: string,
    tail: EventTail,
    events: readonly NewTaskEvent[],
  ): Promise<StoredTaskEvent[]> {
    const { manager } = tx;
    const before = await tail.figures(manager, task_id);
    const stored: StoredTaskEvent[] = [];
    const rows: unknown[][] = [];
    let { last, bytes } = before;
    for (const event of events) {
      last += 1;
      const { json, data } = cutToBytes(event.data, TASK_LIMITS.eventBytes);
      const text = storable(json, json.length);
      const size = Buffer.byteLength(text);
      bytes += size;
      const numbered = { ...event, data, task_id, seq: last };
      stored.push(numbered as StoredTaskEvent);
      rows.push([task_id, last, event.at, event.type, event.agent_instance_id, text, size]);
    }
    await insertRows(
      manager,
      'task_events',
      ['task_id', 'seq', 'at', 'type', 'agent_instance_id', 'data', 'bytes'],
      rows,
    );
    const kept = await tail.trim(manager, task_id, { ...before, last, bytes });
    tx.onCommit(() => tail.note(kept));
    return stored;
  }
}

/** True when there are more. */
async function deleteBefore(
  manager: EntityManager,
  task_id: string,
  seq: number,
): Promise<boolean> {
  const old = await manager
    .createQueryBuilder(TaskEventEntity, 'event')
    .select('event.seq', 'seq')
    .where('event.task_id = :task_id AND event.seq < :seq', { task_id, seq })
    .orderBy('event.seq', 'ASC')
    .limit(THINNED_AT_ONCE)
    .getRawMany<{ seq: number | string }>();
  const last = old.at(-1);
  if (!last) return false;
  await manager
    .createQueryBuilder()
    .delete()
    .from(TaskEventEntity)
    .where('task_id = :task_id AND seq <= :last', { task_id, last: Number(last.seq) })
    .execute();
  return old.length === THINNED_AT_ONCE;
}

export function eventOf(row: TaskEventEntity): StoredTaskEvent {
  const { task_id, seq, at, type, agent_instance_id } = row;
  const data: unknown = JSON.parse(row.data);
  const event = { task_id, seq, at, type, agent_instance_id, data };
  // This server wrote it.
  return event as StoredTaskEvent;
}
