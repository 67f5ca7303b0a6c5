import type { Clock, Timer } from '@kenny/kernel';

interface PendingTimer {
  readonly fn: () => void;
  readonly due: number;
  readonly order: number;
}

export interface FakeClockOptions {
  /** Wall time at the start; noon of 4 June 2026 unless given. */
  now?: number;
  /** Monotonic reading at the start. */
  monotonic?: number;
}

/** More firings than this in one advance is a timer that sets itself again without delay. */
const MOST_FIRINGS = 100_000;

/** A clock that stands still until a test moves it. */
export class FakeClock implements Clock {
  private wall: number;
  private elapsed: number;
  private readonly timers = new Set<PendingTimer>();
  private order = 0;

  constructor({ now = Date.UTC(2026, 5, 4, 12), monotonic = 0 }: FakeClockOptions = {}) {
    this.wall = now;
    this.elapsed = monotonic;
  }

  now(): number {
    return this.wall;
  }

  monotonic(): number {
    return this.elapsed;
  }

  setTimer(fn: () => void, ms: number): Timer {
    const timer = { fn, due: this.elapsed + Math.max(0, ms), order: (this.order += 1) };
    this.timers.add(timer);
    return { cancel: () => this.timers.delete(timer) };
  }

  /**
   * Lets time pass by both clocks. Timers fire in the order they are due, each at its own time,
   * those that are set on the way included. What a timer throws comes out here.
   */
  advance(ms: number): void {
    const until = this.elapsed + ms;
    for (let fired = 0; this.fireNext(until); fired += 1) checkFirings(fired);
    this.moveTo(until);
  }

  /** As `advance`, but lets promises and sockets take their turn after every timer. */
  async advanceAsync(ms: number): Promise<void> {
    const until = this.elapsed + ms;
    await turn();
    for (let fired = 0; this.fireNext(until); fired += 1) {
      checkFirings(fired);
      await turn();
    }
    this.moveTo(until);
    await turn();
  }

  /** Sets the wall clock forward or back, as a person or NTP does; no time passes. */
  jump(ms: number): void {
    this.wall += ms;
  }

  /** Timers that wait: a test that ends with some has leaked them. */
  get pendingTimers(): number {
    return this.timers.size;
  }

  /** Milliseconds until the next timer fires; undefined without one. */
  get nextTimerIn(): number | undefined {
    const next = this.nextTimer();
    return next && next.due - this.elapsed;
  }

  private fireNext(until: number): boolean {
    const timer = this.nextTimer();
    if (!timer || timer.due > until) return false;
    this.timers.delete(timer);
    this.moveTo(timer.due);
    timer.fn();
    return true;
  }

  private nextTimer(): PendingTimer | undefined {
    let next: PendingTimer | undefined;
    for (const timer of this.timers) {
      const sooner = !next || timer.due < next.due;
      if (sooner || (timer.due === next?.due && timer.order < next.order)) next = timer;
    }
    return next;
  }

  private moveTo(monotonic: number): void {
    // A timer may have moved the clock itself; it never runs backwards.
    const passed = Math.max(0, monotonic - this.elapsed);
    this.elapsed += passed;
    this.wall += passed;
  }
}

function checkFirings(fired: number): void {
  if (fired < MOST_FIRINGS) return;
  throw new Error('FakeClock: a timer sets itself again without any delay');
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
