import type { StoredTaskEvent } from '@kenny/contract';
import type { EventBus } from '../../kernel/index.js';

/** Events that wait for a reader who is busy; beyond them it reads the database. */
const MOST_BEHIND = 128;

/** What happens in one task just now, for one reader; it holds no more than a few events. */
export class LiveTaskEvents {
  private waiting: StoredTaskEvent[] = [];
  private overflown = false;
  private changed = false;
  private gone = false;
  private wake: (() => void) | undefined;
  private readonly stops: readonly (() => void)[];

  constructor(events: EventBus, taskId: string) {
    this.stops = [
      events.on('task.events', ({ task_id, events: happened }) => {
        if (task_id === taskId) this.add(happened);
      }),
      events.on('task.changed', ({ task_id, deleted }) => {
        if (task_id !== taskId) return;
        this.changed = true;
        this.gone ||= deleted;
        this.wake?.();
      }),
    ];
  }

  /** The task is gone. */
  get ended(): boolean {
    return this.gone;
  }

  /** What waits is forgotten: the database is read from here on. */
  startOver(): void {
    this.waiting = [];
    this.overflown = false;
  }

  /** Whether the task is another one since the last time this was asked. */
  takeChanged(): boolean {
    const { changed } = this;
    this.changed = false;
    return changed;
  }

  /** Undefined at the end, and when some were missed. */
  async next(signal: AbortSignal): Promise<readonly StoredTaskEvent[] | undefined> {
    while (!signal.aborted && !this.gone && !this.overflown) {
      if (this.waiting.length > 0) return this.waiting.splice(0);
      await this.something(signal);
    }
    return undefined;
  }

  close(): void {
    for (const stop of this.stops) stop();
    this.waiting = [];
  }

  private add(events: readonly StoredTaskEvent[]): void {
    if (this.overflown) return;
    if (this.waiting.length + events.length > MOST_BEHIND) {
      this.waiting = [];
      this.overflown = true;
    } else {
      this.waiting.push(...events);
    }
    this.wake?.();
  }

  private something(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        signal.removeEventListener('abort', done);
        this.wake = undefined;
        resolve();
      };
      this.wake = done;
      signal.addEventListener('abort', done, { once: true });
    });
  }
}
