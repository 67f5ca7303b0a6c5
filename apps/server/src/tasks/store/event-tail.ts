import { TASK_LIMITS } from '@kenny/contract';
import type { Timer } from '@kenny/kernel';
import type { EntityManager } from 'typeorm';
import type { NewTaskEvent } from '../states/index.js';
import { TaskEventEntity } from './task-event.entity.js';

/** What is known of a task's stored events. */
export interface LogFigures {
  /** Number of the last event. */
  readonly last: number;
  /** Number of the first one that is kept; `last + 1` when none is. */
  readonly first: number;
  readonly bytes: number;
}

/** What waits to be written of one task before its agent has to wait as well. */
const FULL = { events: 2_000, characters: 1024 * 1024 };
/** Rows that one look at the old end takes. */
const AT_ONCE = 500;

interface Stored {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
}

function newStored(): Stored {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

/** The end of one task's log: what waits to be written, and how much is kept. */
export class EventTail {
  waiting: NewTaskEvent[] = [];
  writing: Promise<void> | undefined;
  timer: Timer | undefined;
  closed = false;
  private known: LogFigures | undefined;
  /** Shared by all that wait: an agent says thousands of things a second. */
  private stored: Stored | undefined;
  /** Of what waits and of what is being written. */
  private events = 0;
  private characters = 0;

  get isIdle(): boolean {
    return !this.writing && !this.timer && this.waiting.length === 0;
  }

  get isFull(): boolean {
    return this.events > FULL.events || this.characters > FULL.characters;
  }

  push(event: NewTaskEvent): Promise<void> {
    if (this.closed) return Promise.resolve();
    this.waiting.push(event);
    this.events += 1;
    this.characters += JSON.stringify(event.data).length;
    this.stored ??= newStored();
    return this.stored.promise;
  }

  /** `settle` tells those who wait for it. */
  take(): { waiting: NewTaskEvent[]; settle: () => void } {
    if (this.writing) return { waiting: [], settle: () => undefined };
    const waiting = this.waiting;
    const { events, characters, stored } = this;
    this.waiting = [];
    this.stored = undefined;
    return {
      waiting,
      settle: () => {
        this.events -= events;
        this.characters -= characters;
        stored?.resolve();
      },
    };
  }

  close(): void {
    this.closed = true;
    this.timer?.cancel();
    this.timer = undefined;
    this.waiting = [];
    this.stored?.resolve();
    this.stored = undefined;
  }

  note(figures: LogFigures): void {
    this.known = figures;
  }

  async figures(manager: EntityManager, task_id: string): Promise<LogFigures> {
    if (this.known) return this.known;
    const row = await manager
      .createQueryBuilder(TaskEventEntity, 'event')
      .select('MAX(event.seq)', 'last')
      .addSelect('MIN(event.seq)', 'first')
      .addSelect('SUM(event.bytes)', 'bytes')
      .where('event.task_id = :task_id', { task_id })
      .getRawOne<Record<'last' | 'first' | 'bytes', number | string | null>>();
    const last = Number(row?.last ?? 0);
    return { last, first: Number(row?.first ?? last + 1), bytes: Number(row?.bytes ?? 0) };
  }

  /** Drops the oldest, so that no task keeps more than it may. */
  async trim(manager: EntityManager, task_id: string, now: LogFigures): Promise<LogFigures> {
    let { first, bytes } = now;
    const { last } = now;
    while (last - first + 1 > TASK_LIMITS.events || bytes > TASK_LIMITS.eventsBytes) {
      const oldest = await manager
        .createQueryBuilder(TaskEventEntity, 'event')
        .select('event.seq', 'seq')
        .addSelect('event.bytes', 'bytes')
        .where('event.task_id = :task_id', { task_id })
        .orderBy('event.seq', 'ASC')
        .limit(AT_ONCE)
        .getRawMany<{ seq: number | string; bytes: number }>();
      let upTo = 0;
      for (const row of oldest) {
        const tooMany = last - first + 1 > TASK_LIMITS.events || bytes > TASK_LIMITS.eventsBytes;
        if (!tooMany) break;
        upTo = Number(row.seq);
        first = upTo + 1;
        bytes -= row.bytes;
      }
      if (upTo === 0) break;
      await manager
        .createQueryBuilder()
        .delete()
        .from(TaskEventEntity)
        .where('task_id = :task_id AND seq <= :upTo', { task_id, upTo })
        .execute();
    }
    return { last, first, bytes };
  }
}
