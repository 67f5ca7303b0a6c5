import type { Clock, Timer } from '@kenny/kernel';

interface Due {
  readonly at: number;
  readonly fire: () => void;
}

/** Time that passes when the test says so. The libraries' own specs may not lean on `testing`. */
export class ManualClock implements Clock {
  private time = 0;
  private due: Due[] = [];

  now = (): number => this.time;
  monotonic = (): number => this.time;

  setTimer(fire: () => void, ms: number): Timer {
    const timer = { at: this.time + ms, fire };
    this.due.push(timer);
    return { cancel: () => void (this.due = this.due.filter((one) => one !== timer)) };
  }

  /** Fires what is due by then; what it sets in motion is the test's to wait for. */
  advance(ms: number): void {
    this.time += ms;
    const ready = this.due.filter(({ at }) => at <= this.time).sort((a, b) => a.at - b.at);
    this.due = this.due.filter(({ at }) => at > this.time);
    for (const { fire } of ready) fire();
  }
}
