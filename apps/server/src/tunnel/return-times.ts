import { RETURN_TIME_S } from '@kenny/contract';
import type { Clock } from '@kenny/kernel';

/** Before anything was measured, and the bounds of what is believed. Milliseconds a handshake. */
const PACE_MS = { first: 8, min: 2, max: 100 } as const;
/** How much the newest interval counts. */
const WEIGHT = 0.05;

/**
 * When those for whom there is no room may come back: one after the other, at the pace at which
 * handshakes end, behind those who wait already. Otherwise a fleet that returns after a restart is
 * refused over and over, and the unlucky ones double their waits (ADR 0043).
 */
export class ReturnTimes {
  private paceMs: number = PACE_MS.first;
  private endedAt: number | undefined;
  private taken = 0;

  constructor(private readonly clock: Clock) {}

  /** A handshake has ended; only while others wait does that tell the pace. */
  handshakeEnded(othersWait: boolean): void {
    const now = this.clock.monotonic();
    if (this.endedAt !== undefined) {
      const interval = Math.min(PACE_MS.max, Math.max(PACE_MS.min, now - this.endedAt));
      this.paceMs += (interval - this.paceMs) * WEIGHT;
    }
    this.endedAt = othersWait ? now : undefined;
  }

  /** The next place, in seconds from now. `ahead` is how many wait already. */
  next(ahead: number): number {
    const now = this.clock.monotonic();
    const last = now + RETURN_TIME_S.max * 1000;
    const free = Math.max(this.taken, now + ahead * this.paceMs);
    this.taken = Math.min(last, free + this.paceMs);
    return (this.taken - now) / 1000;
  }
}
