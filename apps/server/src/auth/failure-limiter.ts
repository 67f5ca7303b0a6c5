import type { Clock } from '@kenny/kernel';

export interface FailureLimits {
  /** Failures until the key is locked out. */
  readonly failures: number;
  /** How long failures count, in ms, from the first one. */
  readonly windowMs: number;
  /** Keys remembered at most; beyond it the oldest is forgotten, so that no flood fills memory. */
  readonly keys?: number;
}

interface Tally {
  failures: number;
  readonly until: number;
}

const DEFAULT_KEYS = 10_000;

/**
 * Counts failures per key (an address as `addressGroup` spells it). Only failures count: whoever
 * proves who they are is never slowed down by their own successes. Time is monotonic, so setting
 * the clock neither frees nor locks out anybody.
 */
export class FailureLimiter {
  /** In the order of the first failure, which is the order in which tallies end. */
  private readonly tallies = new Map<string, Tally>();

  constructor(
    private readonly clock: Clock,
    private readonly limits: FailureLimits,
  ) {}

  /** Whole seconds until this key may try again; 0 if it may now. */
  retryAfter(key: string): number {
    const tally = this.current(key);
    if (!tally || tally.failures < this.limits.failures) return 0;
    return Math.ceil((tally.until - this.clock.monotonic()) / 1000);
  }

  fail(key: string): void {
    const tally = this.current(key);
    if (tally) {
      tally.failures += 1;
      return;
    }
    this.makeRoom();
    this.tallies.set(key, { failures: 1, until: this.clock.monotonic() + this.limits.windowMs });
  }

  get size(): number {
    return this.tallies.size;
  }

  private current(key: string): Tally | undefined {
    const tally = this.tallies.get(key);
    if (tally && tally.until <= this.clock.monotonic()) {
      this.tallies.delete(key);
      return undefined;
    }
    return tally;
  }

  private makeRoom(): void {
    for (const [key, { until }] of this.tallies) {
      const full = this.tallies.size >= (this.limits.keys ?? DEFAULT_KEYS);
      if (!full && until > this.clock.monotonic()) return;
      this.tallies.delete(key);
    }
  }
}
