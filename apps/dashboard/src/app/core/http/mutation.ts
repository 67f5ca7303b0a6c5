import { signal } from '@angular/core';
import { asApiError, type ApiError } from './api-error';

/** What somebody does on a page, one thing after the other, and why the last of it did not come about. */
export class Mutation {
  private readonly fault = signal<ApiError | null>(null);
  readonly error = this.fault.asReadonly();

  async run(work: () => Promise<unknown>): Promise<void> {
    this.fault.set(null);
    try {
      await work();
    } catch (fault) {
      this.fault.set(asApiError(fault));
    }
  }
}
