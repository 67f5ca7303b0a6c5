import type { Clock } from '@kenny/kernel';

/** Time that passes only when a test says so. */
export class HeldClock implements Clock {
  private readonly timers = new Set<{ fn: () => void; at: number }>();
  private time = 0;

  now = (): number => this.time;
  monotonic = (): number => this.time;

  setTimer(fn: () => void, ms: number) {
    const timer = { fn, at: this.time + ms };
    this.timers.add(timer);
    return { cancel: () => void this.timers.delete(timer) };
  }

  get pending(): number {
    return this.timers.size;
  }

  advance(ms: number): void {
    this.time += ms;
    for (const timer of [...this.timers]) {
      if (timer.at > this.time || !this.timers.delete(timer)) continue;
      timer.fn();
    }
  }
}
