import type { Clock } from '@kenny/kernel';

/** Remembers texts for a time: what was used once, and what was asked already. */
export class Remembered {
  private readonly until = new Map<string, number>();

  constructor(
    private readonly clock: Clock,
    private readonly ms: number,
  ) {}

  has(text: string): boolean {
    const until = this.until.get(text);
    return until !== undefined && until > this.clock.monotonic();
  }

  /** True the first time. */
  add(text: string): boolean {
    this.forget();
    if (this.has(text)) return false;
    this.until.set(text, this.clock.monotonic() + this.ms);
    return true;
  }

  /** All are kept equally long, so the oldest stand first. */
  private forget(): void {
    for (const [text, until] of this.until) {
      if (until > this.clock.monotonic()) return;
      this.until.delete(text);
    }
  }
}
