import type { WsEvent, WsTopic } from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import { joinObjects } from '../kernel/index.js';
import { notification } from './messages.js';
import { View, viewKey } from './view.js';
import type { Watcher } from './watcher.js';

/**
 * The streams of one topic. `head` counts the messages of whoever sees all PCs; a stream that is
 * limited to some begins there as well and then counts its own, so that none has holes.
 */
export class TopicViews implements Iterable<View> {
  private readonly views = new Map<string, View>();
  private head = 0;

  constructor(
    private readonly topic: WsTopic,
    private readonly run: string,
    private readonly clock: Clock,
  ) {}

  get isWatched(): boolean {
    return this.views.size > 0;
  }

  [Symbol.iterator](): Iterator<View> {
    return this.views.values();
  }

  /** Call once per change, before its pushes, even when nobody watches. */
  advance(): number {
    return (this.head += 1);
  }

  /** The existing view, or a new one that is kept once somebody joins. */
  of(agents: readonly string[] | null): View {
    return this.views.get(viewKey(agents)) ?? new View(agents, this.head);
  }

  join(view: View, watcher: Watcher): void {
    if (!watcher.open) return;
    view.watchers.add(watcher);
    this.views.set(viewKey(view.agents), view);
  }

  leave(watcher: Watcher): void {
    for (const [key, { watchers }] of this.views) {
      if (watchers.delete(watcher) && watchers.size === 0) this.views.delete(key);
    }
  }

  /** Position of the last message of a stream. */
  place({ seq }: View): { readonly run: string; readonly seq: number } {
    return { run: this.run, seq };
  }

  /**
   * Sends one message to all who watch this view, encoded once. Who is too far behind gets
   * `stream.gap` instead and is out.
   * @param fields - the JSON of an object
   */
  push(view: View, event: WsEvent, fields: string): void {
    const before = this.place(view);
    view.seq += 1;
    const message = this.encode(event, joinObjects(JSON.stringify(this.place(view)), fields));
    let gap: Buffer | undefined;
    for (const watcher of [...view.watchers]) {
      if (watcher.push(message)) continue;
      gap ??= this.encode('stream.gap', JSON.stringify({ topic: this.topic, ...before }));
      this.leave(watcher);
      watcher.pushLast(gap);
    }
  }

  private encode(event: WsEvent, payload: string): Buffer {
    return notification(event, payload, this.clock.now());
  }
}
