import { type Clock, DAY_MS, HOUR_MS } from '@kenny/kernel';

/**
 * Whether the wall clock can be believed when something is to be deleted by it: since a start, or a
 * jump of more than a day, an hour must have gone by in which somebody could set it right.
 */
export class SteadyTime {
  /** Wall time at monotonic 0, as it was believed last. */
  private origin: number;
  private steadyFrom: number;

  constructor(private readonly clock: Clock) {
    this.origin = this.originNow();
    this.steadyFrom = clock.monotonic() + HOUR_MS;
  }

  /** How far the clock jumped since it was last looked at, in ms; 0 for less than a day. */
  look(): number {
    const origin = this.originNow();
    const jump = origin - this.origin;
    if (Math.abs(jump) <= DAY_MS) return 0;
    this.origin = origin;
    // A clock that was set back keeps more, not less.
    if (jump > 0) this.steadyFrom = this.clock.monotonic() + HOUR_MS;
    return jump;
  }

  get isSteady(): boolean {
    return this.clock.monotonic() >= this.steadyFrom;
  }

  private originNow(): number {
    return this.clock.now() - this.clock.monotonic();
  }
}
