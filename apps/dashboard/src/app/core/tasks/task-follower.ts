import { DestroyRef, Injectable, inject, signal } from '@angular/core';
import type { TaskDetail, WsEvent } from '@kenny/contract/web';
import { ApiClient } from '../http/api-client';
import { asApiError, type ApiError } from '../http/api-error';
import { LiveSocket } from '../subscriptions/live-socket';
import { newsOf, NO_TIMELINE, withNews, type TaskNews } from './timeline';

/** Of the log, when a page opens. */
const LOG_EVENTS = 1_000;
/** News are drawn together at most so often: an agent may say thousands of things in a second. */
const DRAW_MS = 60;
const REREAD_MS = 250;

const NEWS = [
  'acp.progress',
  'acp.log',
  'acp.result',
  'acp.error',
  'acp.status',
  'acp.update',
  'task.updated',
  'agent.updated',
  'permission.requested',
  'permission.resolved',
] as const satisfies readonly WsEvent[];

/** After these the task itself is another. */
const CHANGES: ReadonlySet<WsEvent> = new Set<WsEvent>([
  'acp.result',
  'acp.error',
  'acp.status',
  'task.updated',
  'agent.updated',
  'permission.requested',
  'permission.resolved',
]);

/**
 * One task as it goes on. Provided by the page that shows it. With every connection the log is read
 * anew behind a subscription, so nothing is missed and nothing is told twice.
 */
@Injectable()
export class TaskFollower {
  private readonly api = inject(ApiClient);
  private readonly socket = inject(LiveSocket);
  private readonly known = signal<TaskDetail | null>(null);
  private readonly told = signal(NO_TIMELINE);
  private readonly fault = signal<ApiError | null>(null);

  readonly task = this.known.asReadonly();
  readonly timeline = this.told.asReadonly();
  readonly error = this.fault.asReadonly();

  private id: string | undefined;
  private stop: (() => void) | undefined;
  /** Came while the log was being read, or since the page was drawn last. */
  private fresh: TaskNews[] = [];
  private reading = false;
  private draw: ReturnType<typeof setTimeout> | undefined;
  private reread: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    inject(DestroyRef).onDestroy(() => this.close());
  }

  open(id: string): void {
    this.close();
    this.id = id;
    const ends = [
      this.socket.whenOpen(() => void this.follow(id)),
      this.socket.on('stream.gap', ({ topic, task_id }) => {
        if (topic === 'task' && task_id === id) void this.follow(id);
      }),
      ...NEWS.map((action) =>
        this.socket.on(action, ({ task_id, seq, timestamp, data }) => {
          if (task_id !== id) return;
          this.fresh.push({ action, data, seq, at: timestamp });
          this.draw ??= setTimeout(() => this.drawFresh(), DRAW_MS);
          if (CHANGES.has(action)) this.readTaskSoon();
        }),
      ),
    ];
    this.stop = () => ends.forEach((end) => end());
    void this.readTask();
  }

  close(): void {
    const { id } = this;
    this.stop?.();
    this.stop = undefined;
    this.id = undefined;
    clearTimeout(this.draw);
    clearTimeout(this.reread);
    this.draw = this.reread = undefined;
    this.fresh = [];
    this.known.set(null);
    this.told.set(NO_TIMELINE);
    this.fault.set(null);
    if (id === undefined || this.socket.state() !== 'open') return;
    // The socket may break meanwhile, which ends the subscription as well.
    this.socket.request('task.unsubscribe', { task_id: id }).catch(() => undefined);
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

  private async follow(id: string): Promise<void> {
    if (this.reading) return;
    this.reading = true;
    try {
      await this.socket.request('task.subscribe', { task_id: id });
      const { logs } = await this.api.taskLogs(id, { limit: LOG_EVENTS });
      if (this.id !== id) return;
      this.told.set(withNews(NO_TIMELINE, newsOf(logs)));
      this.readTaskSoon();
    } catch (fault) {
      const error = asApiError(fault);
      // A broken connection is told by the banner, and `whenOpen` follows.
      if (this.id === id && error.code !== 'unreachable') this.fault.set(error);
    } finally {
      this.reading = false;
      this.drawFresh();
    }
  }

  private drawFresh(): void {
    this.draw = undefined;
    if (this.reading || this.fresh.length === 0) return;
    const news = this.fresh;
    this.fresh = [];
    this.told.update((timeline) => {
      const { seq: known } = timeline;
      return withNews(
        timeline,
        news.filter(({ seq }) => seq > known),
      );
    });
  }

  private readTaskSoon(): void {
    this.reread ??= setTimeout(() => {
      this.reread = undefined;
      void this.readTask();
    }, REREAD_MS);
  }
}
