import { signal } from '@angular/core';
import { asApiError, type ApiError } from './api-error';

interface Page<T> {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
}

/** A list that the server hands out page by page: what has come so far, and whether there is more. */
export class Paged<T, Q> {
  private readonly kept = signal<readonly T[]>([]);
  private readonly cursor = signal<string | null>(null);
  private readonly fault = signal<ApiError | null>(null);
  private readonly asking = signal(false);
  private readonly arrived = signal(false);
  private asked = 0;
  private query: Q | undefined;

  readonly items = this.kept.asReadonly();
  readonly next = this.cursor.asReadonly();
  readonly error = this.fault.asReadonly();
  readonly busy = this.asking.asReadonly();
  readonly ready = this.arrived.asReadonly();

  constructor(private readonly ask: (query: Q, cursor: string | null) => Promise<Page<T>>) {}

  /** From the beginning; the answer of an earlier question does not come in between. */
  async load(query: Q): Promise<void> {
    this.query = query;
    this.arrived.set(false);
    await this.take(query, null);
  }

  async more(): Promise<void> {
    if (this.query !== undefined && this.cursor() !== null && !this.asking())
      await this.take(this.query, this.cursor());
  }

  async retry(): Promise<void> {
    if (this.query !== undefined) await this.take(this.query, this.cursor());
  }

  /** What came by itself stands in front. */
  prepend(items: readonly T[]): void {
    this.kept.update((kept) => [...items, ...kept]);
  }

  private async take(query: Q, cursor: string | null): Promise<void> {
    const mine = (this.asked += 1);
    this.asking.set(true);
    this.fault.set(null);
    try {
      const { items, next_cursor } = await this.ask(query, cursor);
      if (mine !== this.asked) return;
      this.kept.update((kept) => (cursor === null ? items : [...kept, ...items]));
      this.cursor.set(next_cursor);
      this.arrived.set(true);
    } catch (fault) {
      if (mine === this.asked) this.fault.set(asApiError(fault));
    } finally {
      if (mine === this.asked) this.asking.set(false);
    }
  }
}
