/** A rate with a burst, e.g. one telemetry frame per 10 s, five at once. Times in ms. */
export interface Rate {
  readonly everyMs: number;
  readonly burst: number;
}

export const RATES = {
  telemetry: { everyMs: 10_000, burst: 5 },
  log: { everyMs: 20, burst: 50 },
  malformed: { everyMs: 3_000, burst: 20 },
} as const satisfies Record<string, Rate>;

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
