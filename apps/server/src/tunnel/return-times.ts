import { RETURN_TIME_S } from '@kenny/contract';
import type { Clock } from '@kenny/kernel';

/** Milliseconds per handshake: initial estimate and its bounds. */
const PACE_MS = { first: 8, min: 2, max: 100 } as const;
/** Weight of the newest interval. */
const WEIGHT = 0.05;

/**
 * Retry times for rejected agents: one after the other, at the pace at which handshakes complete,
 * behind those that wait already. Otherwise a fleet that returns after a restart is rejected over
 * and over, with doubling backoff for the unlucky (ADR 0043).
 */
export class ReturnTimes {
  private paceMs: number = PACE_MS.first;
  private endedAt: number | undefined;
  private taken = 0;

  constructor(private readonly clock: Clock) {}

  /** A handshake has completed; it tells the pace only while others wait. */
  handshakeEnded(othersWait: boolean): void {
    const now = this.clock.monotonic();
    if (this.endedAt !== undefined) {
      const interval = Math.min(PACE_MS.max, Math.max(PACE_MS.min, now - this.endedAt));
      this.paceMs += (interval - this.paceMs) * WEIGHT;
    }
    this.endedAt = othersWait ? now : undefined;
  }

  /** The next slot, in seconds from now. `ahead`: how many wait already. */
  next(ahead: number): number {
    const now = this.clock.monotonic();
    const last = now + RETURN_TIME_S.max * 1000;
    const free = Math.max(this.taken, now + ahead * this.paceMs);
    this.taken = Math.min(last, free + this.paceMs);
    return (this.taken - now) / 1000;
  }
}
