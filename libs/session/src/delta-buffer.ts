import type { Clock, Timer } from '@kenny/kernel';
import type { Delta, Observation } from './inputs.js';

/** Time in which deltas are collected; the first one is written at once. */
export const DELTA_MS = 50;

/** A piece of text, or a report: with the text, because it says how that is to be read. */
export type Said = Delta | Observation;

/**
 * Text comes from a model in pieces of a few characters. Each is worth showing at once, none is
 * worth a transaction: one write is at work at a time, and takes along what came meanwhile. Reports
 * keep their place among the pieces, and let nothing wait.
 */
export class DeltaBuffer {
  private waiting: Said[] = [];
  private writing: Promise<void> | undefined;
  private timer: Timer | undefined;

  constructor(
    private readonly clock: Clock,
    /** Never rejects. */
    private readonly write: (said: readonly Said[]) => Promise<void>,
  ) {}

  push(said: Said): void {
    const first = this.waiting.push(said) === 1;
    if (this.writing) return;
    if (isReport(said) || (first && !this.timer)) this.flush();
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
    this.timer?.cancel();
    this.timer = undefined;
    if (this.waiting.length === 0 || this.writing) return;
    this.writing = this.write(this.waiting.splice(0)).then(() => {
      this.writing = undefined;
      if (this.waiting.some(isReport)) this.flush();
      else this.timer = this.clock.setTimer(() => this.flush(), DELTA_MS);
    });
  }
}

export function isReport(said: Said): said is Observation {
  return 'type' in said;
}
