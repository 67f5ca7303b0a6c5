import type { LogLevel } from '@kenny/contract/agent';
import { reaches, type LogEvent, type LogSink } from './logger.js';

/** Capacity while nothing is taken (design §6). */
export const RING_EVENTS = 256;

/**
 * Events waiting for the server. Bounded: the oldest are dropped, and the next event taken says how
 * many. `wake` is called whenever there is something to take.
 */
export class ForwardRing implements LogSink {
  private events: LogEvent[] = [];
  private dropped = 0;
  private wake: (() => void) | undefined;

  constructor(
    private readonly level: LogLevel,
    private readonly capacity = RING_EVENTS,
  ) {}

  write(event: LogEvent): void {
    if (!reaches(event.level, this.level)) return;
    this.events.push(event);
    if (this.events.length > this.capacity) {
      this.events.shift();
      this.dropped += 1;
    }
    this.wake?.();
  }

  /** One listener at a time: the connection that forwards. Undefined removes it. */
  onEvent(wake: (() => void) | undefined): void {
    this.wake = wake;
    if (wake && this.events.length > 0) wake();
  }

  get size(): number {
    return this.events.length;
  }

  /** Removes and returns the oldest events, at most `count`. */
  take(count: number): LogEvent[] {
    const taken = this.events.splice(0, count);
    const [first, ...rest] = taken;
    if (!first || this.dropped === 0) return taken;
    const told = { ...first, fields: { ...first.fields, events_dropped_before: this.dropped } };
    this.dropped = 0;
    return [told, ...rest];
  }
}
