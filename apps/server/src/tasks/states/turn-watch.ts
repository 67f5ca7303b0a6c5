export interface TurnLimits {
  /** Of silence. */
  readonly stallMs: number;
  /** Of work, without the time in which a person was waited for. */
  readonly timeoutMs: number;
}

export type Verdict = 'fine' | 'stalled' | 'overdue';

/** Measures one turn by a clock that never jumps. While a person is waited for, time stands still. */
export class TurnWatch {
  private worked = 0;
  private silent = 0;

  constructor(
    private readonly limits: TurnLimits,
    private last: number,
  ) {}

  heard(): void {
    this.silent = 0;
  }

  /** @param waits - a person is waited for since the last look */
  look(now: number, waits: boolean): Verdict {
    const passed = Math.max(0, now - this.last);
    this.last = now;
    if (waits) {
      this.silent = 0;
      return 'fine';
    }
    this.worked += passed;
    this.silent += passed;
    if (this.worked >= this.limits.timeoutMs) return 'overdue';
    return this.silent >= this.limits.stallMs ? 'stalled' : 'fine';
  }

  /** Until the next look that may find something. */
  get nextMs(): number {
    const { stallMs, timeoutMs } = this.limits;
    return Math.max(1, Math.min(stallMs - this.silent, timeoutMs - this.worked));
  }
}
