import type { Clock, Timer } from '@kenny/contract/agent';
import type { Delta } from './inputs.js';

/** How long a piece of text waits for its neighbours; the first one does not wait. */
export const DELTA_MS = 50;

/**
 * Text comes from a model in pieces of a few characters. Each is worth showing at once, none is
 * worth a transaction: one write is at work at a time, and takes along what came meanwhile.
 */
export class DeltaBuffer {
  private waiting: Delta[] = [];
  private writing: Promise<void> | undefined;
  private timer: Timer | undefined;

  constructor(
    private readonly clock: Clock,
    /** Never rejects. */
    private readonly write: (deltas: readonly Delta[]) => Promise<void>,
  ) {}

  push(delta: Delta): void {
    const first = this.waiting.push(delta) === 1;
    if (first && !this.writing && !this.timer) this.flush();
  }

  /** Resolves when everything pushed so far is written. */
  async drained(): Promise<void> {
    while (this.waiting.length > 0 || this.writing) {
      if (this.writing) await this.writing;
      else this.flush();
    }
    this.timer?.cancel();
    this.timer = undefined;
  }

  private flush(): void {
    this.timer = undefined;
    if (this.waiting.length === 0 || this.writing) return;
    this.writing = this.write(this.waiting.splice(0)).then(() => {
      this.writing = undefined;
      this.timer = this.clock.setTimer(() => this.flush(), DELTA_MS);
    });
  }
}
