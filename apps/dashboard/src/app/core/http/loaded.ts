import { signal } from '@angular/core';
import { asApiError, type ApiError } from './api-error';

/** One answer of the server as a page shows it: nothing yet, the answer, or why there is none. */
export class Loaded<T> {
  private readonly kept = signal<T | null>(null);
  private readonly fault = signal<ApiError | null>(null);
  private readonly asking = signal(false);
  private asked = 0;

  readonly value = this.kept.asReadonly();
  readonly error = this.fault.asReadonly();
  readonly busy = this.asking.asReadonly();

  constructor(private readonly ask: () => Promise<T>) {}

  /** Asks (again); what was known stays until the answer is there. An overtaken answer is dropped. */
  async load(): Promise<void> {
    const mine = (this.asked += 1);
    this.asking.set(true);
    try {
      const answer = await this.ask();
      if (mine !== this.asked) return;
      this.kept.set(answer);
      this.fault.set(null);
    } catch (fault) {
      if (mine === this.asked) this.fault.set(asApiError(fault));
    } finally {
      if (mine === this.asked) this.asking.set(false);
    }
  }

  change(change: (value: T) => T): void {
    this.kept.update((value) => (value === null ? null : change(value)));
  }
}
