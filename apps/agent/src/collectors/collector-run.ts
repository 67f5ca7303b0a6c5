import type { Clock } from '@kenny/kernel';
import { errorText } from '../errors/error-code.js';
import { type AnyReading, type NoReading, unreadable } from './collector.js';
import { Unreadable } from '../errors/unreadable.js';

/** Called with anything but `Unreadable` that a collector throws: a bug, for the log. */
export type OnFault = (section: string, error: unknown) => void;

/**
 * One run of a collector, shared by everybody who asks meanwhile. It ends for all of them at its
 * deadline. A collector that does not stop then (a thread stuck in the kernel) is not started
 * again, so that stuck runs never pile up.
 */
export class CollectorRun {
  private readonly controller = new AbortController();
  private readonly outcome: Promise<AnyReading>;
  private waiting = 0;
  /** Resolves when the collector has really ended, however late. */
  readonly released: Promise<void>;

  constructor(
    private readonly section: string,
    start: (signal: AbortSignal) => Promise<AnyReading>,
    clock: Clock,
    deadlineMs: number,
    private readonly onFault: OnFault,
  ) {
    const { signal } = this.controller;
    const timer = clock.setTimer(() => this.controller.abort(), deadlineMs);
    // In a microtask, so that a synchronous throw is a rejection too.
    const work = Promise.resolve().then(() => start(signal));
    this.released = work.then(
      () => timer.cancel(),
      () => timer.cancel(),
    );
    const late = unreadable(`the probe gave no answer within ${deadlineMs / 1000} s`);
    this.outcome = Promise.race([
      work.catch((error: unknown) => this.failure(error, late)),
      new Promise<NoReading>((resolve) => {
        signal.addEventListener('abort', () => resolve(late), { once: true });
      }),
    ]);
  }

  /** True when its deadline has passed and it has not ended. */
  get isStuck(): boolean {
    return this.controller.signal.aborted;
  }

  /** The outcome, or undefined when `over` comes first. The last waiter to leave stops the run. */
  async wait(over: Promise<undefined>): Promise<AnyReading | undefined> {
    this.waiting += 1;
    try {
      return await Promise.race([this.outcome, over]);
    } finally {
      this.waiting -= 1;
      if (this.waiting === 0) this.controller.abort();
    }
  }

  private failure(error: unknown, late: NoReading): NoReading {
    if (this.controller.signal.aborted) return late;
    if (error instanceof Unreadable) return unreadable(error.message);
    this.onFault(this.section, error);
    return unreadable(`the probe failed: ${errorText(error)}`);
  }
}
