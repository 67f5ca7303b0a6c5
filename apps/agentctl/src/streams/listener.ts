import { AGENTCTL_LIMITS } from '@kenny/contract/agentctl';
import { gapFrame, type Frame } from './frame.js';

/** Where a listener's frames go: a WebSocket. */
export interface Sink {
  /** Whether it takes another frame now. */
  readonly ready: boolean;
  /** `done` is called once it may be ready again. */
  send(this: void, frame: Frame, done: () => void): void;
}

interface Limits {
  readonly queueBytes: number;
  readonly queueMessages: number;
}

/**
 * What waits for one listener, within limits. One that is too slow loses what comes while its queue is
 * full, until half of that is gone, and is told at that place how many frames are missing.
 */
export class Listener {
  private queue: Frame[] = [];
  private bytes = 0;
  private dropped = 0;

  constructor(
    private readonly sink: Sink,
    private readonly limits: Limits = AGENTCTL_LIMITS,
  ) {}

  push(frame: Frame): void {
    if (this.dropped > 0 || !this.fits(frame)) {
      this.dropped += 1;
      return;
    }
    this.enqueue(frame);
  }

  /** As if a frame had been dropped. */
  skip(): void {
    this.dropped += 1;
    this.pump();
  }

  private enqueue(frame: Frame): void {
    this.queue.push(frame);
    this.bytes += frame.length;
    this.pump();
  }

  private fits(frame: Frame): boolean {
    const { queueBytes, queueMessages } = this.limits;
    if (this.queue.length === 0) return true;
    return this.queue.length < queueMessages && this.bytes + frame.length <= queueBytes;
  }

  private readonly pump = (): void => {
    while (this.sink.ready) {
      const frame = this.queue.shift();
      if (!frame) break;
      this.bytes -= frame.length;
      this.sink.send(frame, this.pump);
    }
    this.endGap();
  };

  private endGap(): void {
    if (this.dropped === 0 || 2 * this.bytes > this.limits.queueBytes) return;
    if (2 * this.queue.length > this.limits.queueMessages) return;
    const gap = gapFrame(this.dropped);
    this.dropped = 0;
    // Always: with it would go what it says.
    this.enqueue(gap);
  }
}
