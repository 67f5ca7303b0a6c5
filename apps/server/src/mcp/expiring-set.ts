import type { Clock } from '@kenny/kernel';

/** A set whose entries expire, all after the same time. */
export class ExpiringSet {
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

  /** Entries live equally long, so the oldest come first. */
  private forget(): void {
    for (const [text, until] of this.until) {
      if (until > this.clock.monotonic()) return;
      this.until.delete(text);
    }
  }
}
