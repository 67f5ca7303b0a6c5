import type { Rate } from '@kenny/contract';

/** One connection's allowance; a flat pair of numbers, because there are thousands of them. */
export class TokenBucket {
  private tokens: number;

  constructor(
    private readonly rate: Rate,
    private updatedAt: number,
  ) {
    this.tokens = rate.burst;
  }

  /** Takes one token if there is one. */
  take(now: number): boolean {
    const earned = Math.max(0, now - this.updatedAt) / this.rate.everyMs;
    this.tokens = Math.min(this.rate.burst, this.tokens + earned);
    this.updatedAt = now;
    if (this.tokens < 1) return false;
    this.tokens -= 1;
    return true;
  }
}
