import { computed, DestroyRef, Injectable, inject, signal } from '@angular/core';
import { watchTask, type TaskPush } from '@kenny/client';
import type { TaskDetail } from '@kenny/contract/web';
import { ApiClient } from '../http/api-client';
import { asApiError, type ApiError } from '../http/api-error';
import { LiveSocket } from '../subscriptions/live-socket';
import { newsOf, NO_TIMELINE, withNews, type TaskNews } from './timeline';

/** Of the log, when a page opens. */
const LOG_EVENTS = 1_000;
/** News are drawn together at most so often: an agent may say thousands of things in a second. */
const DRAW_MS = 60;
const REREAD_MS = 250;
/** How long a task waits for its log, so that both are shown at once and nothing moves. */
const TOGETHER_MS = 1_500;

/** After these the task itself is another. */
const CHANGES: ReadonlySet<TaskPush> = new Set<TaskPush>([
  'acp.result',
  'acp.error',
  'acp.status',
  'task.updated',
  'agent.updated',
  'permission.requested',
  'permission.resolved',
]);

/**
 * One task as it goes on. Provided by the page that shows it. Its log is read behind a subscription,
 * so nothing is missed and nothing is told twice.
 */
@Injectable()
export class TaskFollower {
  private readonly api = inject(ApiClient);
  private readonly socket = inject(LiveSocket);
  private readonly known = signal<TaskDetail | null>(null);
  private readonly told = signal(NO_TIMELINE);
  private readonly fault = signal<ApiError | null>(null);

  private readonly together = signal(false);

  readonly task = computed(() => (this.together() ? this.known() : null));
  readonly timeline = this.told.asReadonly();
  readonly error = this.fault.asReadonly();

  private id: string | undefined;
  private stop: (() => void) | undefined;
  /** Came while the log was being read, or since the page was drawn last. */
  private fresh: TaskNews[] = [];
  /** The last event of the log that was read; null: it still has to be. */
  private logged: number | null = null;
  private reads = 0;
  private draw: ReturnType<typeof setTimeout> | undefined;
  private reread: ReturnType<typeof setTimeout> | undefined;
  private alone: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    inject(DestroyRef).onDestroy(() => this.close());
  }

  open(id: string): void {
    this.close();
    this.id = id;
    this.alone = setTimeout(() => this.together.set(true), TOGETHER_MS);
    this.stop = watchTask(this.socket, {
      ...{ task_id: id, since: undefined },
      take: (action, { seq, timestamp, data }) => {
        if (action === 'acp.heartbeat') return;
        this.fresh.push({ action, data, seq, at: timestamp });
        this.draw ??= setTimeout(() => this.drawFresh(), DRAW_MS);
        if (CHANGES.has(action)) this.readTaskSoon();
      },
      begun: () => {
        this.readTaskSoon();
        if (this.logged === null) void this.readLog(id);
      },
      caughtUp: () => undefined,
      lost: () => {
        this.logged = null;
        void this.readLog(id);
      },
      failed: (error) => this.tellFault(id, error),
    });
    void this.readTask();
  }

  close(): void {
    this.stop?.();
    this.stop = undefined;
    this.id = undefined;
    clearTimeout(this.draw);
    clearTimeout(this.reread);
    clearTimeout(this.alone);
    this.together.set(false);
    this.draw = this.reread = undefined;
    this.fresh = [];
    this.logged = null;
    this.known.set(null);
    this.told.set(NO_TIMELINE);
    this.fault.set(null);
  }

  /** For what the page itself has changed. */
  async readTask(): Promise<void> {
    const { id } = this;
    if (id === undefined) return;
    try {
      const task = await this.api.task(id);
      if (this.id !== id) return;
      this.known.set(task);
      this.fault.set(null);
    } catch (fault) {
      if (this.id === id) this.fault.set(asApiError(fault));
    }
  }

  private async readLog(id: string): Promise<void> {
    const mine = (this.reads += 1);
    try {
      const { logs } = await this.api.taskLogs(id, { limit: LOG_EVENTS });
      if (this.id !== id || mine !== this.reads) return;
      this.logged = logs.at(-1)?.seq ?? 0;
      this.told.set(withNews(NO_TIMELINE, newsOf(logs)));
      this.drawFresh();
    } catch (fault) {
      this.tellFault(id, fault);
    }
    if (this.id === id) this.together.set(true);
  }

  /** A broken connection is told by the banner, and the next one reads what is missing. */
  private tellFault(id: string, fault: unknown): void {
    const error = asApiError(fault);
    if (this.id === id && error.code !== 'unreachable') this.fault.set(error);
  }

  private drawFresh(): void {
    this.draw = undefined;
    const { logged } = this;
    if (logged === null || this.fresh.length === 0) return;
    const news = this.fresh.filter(({ seq }) => seq > logged);
    this.fresh = [];
    this.told.update((timeline) => withNews(timeline, news));
  }

  private readTaskSoon(): void {
    this.reread ??= setTimeout(() => {
      this.reread = undefined;
      void this.readTask();
    }, REREAD_MS);
  }
}
