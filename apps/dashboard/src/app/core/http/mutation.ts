import { signal } from '@angular/core';
import { asApiError, type ApiError } from './api-error';

/** State of the last user action: pending, error if any. */
export class Mutation {
  private readonly fault = signal<ApiError | null>(null);
  private readonly pending = signal(false);
  readonly error = this.fault.asReadonly();
  readonly busy = this.pending.asReadonly();

  async run(work: () => Promise<unknown>): Promise<void> {
    this.pending.set(true);
    this.fault.set(null);
    try {
      await work();
    } catch (fault) {
      this.fault.set(asApiError(fault));
    } finally {
      this.pending.set(false);
    }
  }

  /** Forgets the failure once the person has moved on. */
  clear(): void {
    this.fault.set(null);
  }
}
