import {
  notificationsOf,
  WS_LIMITS,
  type StoredTaskEvent,
  type TaskNotice,
  type TaskSubscribed,
  type WsEventOf,
} from '@kenny/contract';
import { iso, type Clock } from '@kenny/kernel';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CLOCK, KennyError, RUN_ID, type CallContext } from '../../kernel/index.js';
import { notification, type Deliver, type PacedWatcher } from '../../subscriptions/index.js';
import { TasksApi, TaskStreams, type TaskStreamPart } from '../../tasks/index.js';

interface Wanted {
  readonly task_id: string;
  readonly since_seq?: number;
}

/** Subscriptions to tasks. A socket that is too slow for what happens gets `stream.gap`, and no more. */
@Injectable()
export class TaskTopic {
  private readonly logger = new Logger(TaskTopic.name);
  private readonly followers = new Map<PacedWatcher, Map<string, AbortController>>();
  /** Encoded once for all who watch. */
  private readonly encoded = new WeakMap<StoredTaskEvent, readonly Buffer[]>();

  constructor(
    private readonly tasks: TasksApi,
    private readonly streams: TaskStreams,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(RUN_ID) private readonly run: string,
  ) {}

  /** Subscribing again begins anew. @throws KennyError `not_found`, `rate_limited` */
  async subscribe(
    ctx: CallContext,
    { task_id, since_seq }: Wanted,
    watcher: PacedWatcher,
    deliver: Deliver,
  ): Promise<void> {
    const seq = await this.tasks.readable(ctx, task_id);
    const own = this.followers.get(watcher) ?? new Map<string, AbortController>();
    if (!own.has(task_id) && own.size >= WS_LIMITS.tasks) throw tooMany();
    const answer: TaskSubscribed = { success: true, task_id, seq };
    deliver(JSON.stringify(answer));
    if (!watcher.open) return;
    own.get(task_id)?.abort();
    const ending = new AbortController();
    own.set(task_id, ending);
    this.followers.set(watcher, own);
    void this.follow(ctx, { task_id, ...(since_seq === undefined ? {} : { since_seq }) }, seq, {
      ...{ watcher, ending },
    });
  }

  /** @param taskId - all tasks when left out */
  leave(watcher: PacedWatcher, taskId?: string): void {
    const own = this.followers.get(watcher);
    if (!own) return;
    for (const [id, ending] of own) {
      if (taskId !== undefined && id !== taskId) continue;
      ending.abort();
      own.delete(id);
    }
    if (own.size === 0) this.followers.delete(watcher);
  }

  private async follow(
    ctx: CallContext,
    { task_id, since_seq }: Wanted,
    seq: number,
    { watcher, ending }: { watcher: PacedWatcher; ending: AbortController },
  ): Promise<void> {
    const since = since_seq ?? seq;
    const place = { task_id, seq: since };
    try {
      for await (const part of this.streams.follow(ctx, task_id, since, ending.signal)) {
        if (part.type === 'caught_up' && since_seq === undefined) continue;
        if (await this.tell(watcher, place, part)) continue;
        this.endWithGap(watcher, place);
        return;
      }
    } catch (error) {
      this.logger.error(`A subscription to task ${task_id} ended.`, error);
      this.endWithGap(watcher, place);
    } finally {
      if (this.followers.get(watcher)?.get(task_id) === ending) this.leave(watcher, task_id);
    }
  }

  /** False when the socket is too slow; `place` then is the last event that it got. */
  private async tell(
    watcher: PacedWatcher,
    place: { readonly task_id: string; seq: number },
    part: TaskStreamPart,
  ): Promise<boolean> {
    const { task_id } = place;
    if (part.type === 'caught_up') {
      const payload: WsEventOf<'task.replay_done'> = { task_id, seq: part.seq };
      watcher.pushLast(this.encode('task.replay_done', payload));
      return true;
    }
    if (part.type === 'gap') {
      const { first_seq } = part;
      const payload = { topic: 'task', run: this.run, seq: place.seq, task_id, first_seq } as const;
      watcher.pushLast(this.encode('stream.gap', payload));
      return true;
    }
    for (const event of part.events) {
      // What is only read again can wait until there is room.
      if (!part.live) await watcher.room();
      const [first, ...others] = this.messagesOf(event);
      if (first && !watcher.push(first)) return false;
      for (const message of others) watcher.pushLast(message);
      place.seq = event.seq;
    }
    return true;
  }

  private endWithGap(
    watcher: PacedWatcher,
    { task_id, seq }: { task_id: string; seq: number },
  ): void {
    this.leave(watcher, task_id);
    const payload = { topic: 'task', run: this.run, seq, task_id } as const;
    watcher.pushLast(this.encode('stream.gap', payload));
  }

  private messagesOf(event: StoredTaskEvent): readonly Buffer[] {
    const known = this.encoded.get(event);
    if (known) return known;
    const messages = notificationsOf(event).map((notice) =>
      this.encode(notice.action, payloadOf(event, notice)),
    );
    this.encoded.set(event, messages);
    return messages;
  }

  private encode(action: Parameters<typeof notification>[0], payload: object): Buffer {
    return notification(action, JSON.stringify(payload), this.clock.now());
  }
}

function payloadOf({ task_id, seq, at }: StoredTaskEvent, { type, data, beside }: TaskNotice) {
  return { ...beside, task_id, type, data, timestamp: iso(at), seq };
}

function tooMany(): KennyError {
  return new KennyError(
    'rate_limited',
    `This socket watches ${WS_LIMITS.tasks} tasks; unsubscribe from some of them first.`,
  );
}
