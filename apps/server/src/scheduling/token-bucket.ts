import type { Rate } from '@kenny/contract';

/** One agent's allowance of a kind; a flat pair of numbers, because there are thousands of them. */
export class TokenBucket {
  private tokens: number;

  constructor(
    private readonly rate: Rate,
    private updatedAt: number,
  ) {
    this.tokens = rate.burst;
  }

  /** Takes that many tokens if there are as many. */
  take(now: number, count = 1): boolean {
    if (this.level(now) < count) return false;
    this.tokens -= count;
    return true;
  }

  /** One token that was taken for nothing. */
  give(): void {
    this.tokens = Math.min(this.rate.burst, this.tokens + 1);
  }

  /** Tokens there are, with what was earned until now. */
  level(now: number): number {
    const earned = Math.max(0, now - this.updatedAt) / this.rate.everyMs;
    this.tokens = Math.min(this.rate.burst, this.tokens + earned);
    this.updatedAt = now;
    return this.tokens;
  }
}
