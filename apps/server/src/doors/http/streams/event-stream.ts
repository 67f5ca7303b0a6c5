import type { Clock, Timer } from '@kenny/kernel';
import type { Response } from 'express';
import { CHAT_TIMES } from '../../../chat/index.js';

/** One line of the stream as browsers read it (`EventSource`). */
export interface StreamEvent {
  readonly id: string;
  readonly name: string;
  /** JSON: it has no line breaks. */
  readonly data: string;
}

/**
 * Server-sent events with heartbeats. It takes the next events when the reader has taken the last
 * ones; a reader who takes nothing between two heartbeats is dropped.
 */
export class EventStream {
  private timer: Timer | undefined;
  private stuck = false;

  constructor(
    private readonly response: Response,
    private readonly clock: Clock,
    /** Asked at every heartbeat. */
    private readonly stands: () => Promise<boolean>,
  ) {}

  open(): void {
    const { response } = this;
    response.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
    // Buffering proxies would hold events back.
    response.setHeader('X-Accel-Buffering', 'no');
    response.on('close', () => this.timer?.cancel());
    response.on('drain', () => (this.stuck = false));
    response.flushHeaders();
    this.beatLater();
  }

  /** Resolves when there is room for more, or the reader has left. */
  async write(events: readonly StreamEvent[]): Promise<void> {
    const { response } = this;
    const text = events.map(({ id, name, data }) => `id: ${id}\nevent: ${name}\ndata: ${data}\n\n`);
    if (response.destroyed || response.write(text.join(''))) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        response.off('drain', done);
        response.off('close', done);
        resolve();
      };
      response.on('drain', done);
      response.on('close', done);
    });
  }

  end(): void {
    this.timer?.cancel();
    this.response.end();
  }

  private beatLater(): void {
    this.timer = this.clock.setTimer(() => void this.beat(), CHAT_TIMES.heartbeatMs);
  }

  private async beat(): Promise<void> {
    const { response } = this;
    const standing = await this.stands().catch(() => false);
    if (response.destroyed || response.writableEnded) return;
    if (!standing) return this.end();
    // The buffer has been full for a whole interval.
    if (response.writableNeedDrain && this.stuck) return void response.destroy();
    this.stuck = response.writableNeedDrain;
    if (!this.stuck) response.write(':\n\n');
    this.beatLater();
  }
}
