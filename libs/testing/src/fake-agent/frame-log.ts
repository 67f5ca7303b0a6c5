import type { Frame, FrameOf, ServerFrameType } from '@kenny/contract/agent';

export type ServerFrame = { [T in ServerFrameType]: FrameOf<T> }[ServerFrameType];

interface Waiter {
  readonly accepts: (frame: ServerFrame) => boolean;
  readonly resolve: (frame: ServerFrame) => void;
  readonly reject: (error: Error) => void;
}

/** Everything the server sent, in order, and who waits for something to come. */
export class FrameLog {
  readonly frames: ServerFrame[] = [];
  private readonly waiters = new Set<Waiter>();
  private ended: Error | undefined;

  constructor(private readonly patienceMs: number) {}

  add(frame: ServerFrame): void {
    this.frames.push(frame);
    for (const waiter of [...this.waiters]) {
      if (waiter.accepts(frame)) this.settle(waiter, () => waiter.resolve(frame));
    }
  }

  /** Nothing more will come: whoever waits is told why. */
  end(reason: Error): void {
    this.ended = reason;
    for (const waiter of [...this.waiters]) this.settle(waiter, () => waiter.reject(reason));
  }

  /** The first frame that fits, from the log or from what is still to come. */
  waitFor(
    accepts: (frame: ServerFrame) => boolean,
    patienceMs = this.patienceMs,
  ): Promise<ServerFrame> {
    const past = this.frames.find(accepts);
    if (past) return Promise.resolve(past);
    if (this.ended) return Promise.reject(this.ended);
    return new Promise((resolve, reject) => {
      const patience = setTimeout(() => {
        this.waiters.delete(waiter);
        reject(new Error(`no such frame came in ${patienceMs} ms; seen: ${this.summary()}`));
      }, patienceMs);
      const waiter: Waiter = {
        accepts,
        resolve: (frame) => {
          clearTimeout(patience);
          resolve(frame);
        },
        reject: (error) => {
          clearTimeout(patience);
          reject(error);
        },
      };
      this.waiters.add(waiter);
    });
  }

  summary(): string {
    return this.frames.map((frame: Frame) => frame.type).join(', ') || 'nothing';
  }

  private settle(waiter: Waiter, how: () => void): void {
    this.waiters.delete(waiter);
    how();
  }
}
