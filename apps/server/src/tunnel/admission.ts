import type { Clock } from '@kenny/kernel';
import { ReturnTimes } from './return-times.js';

export const ADMISSION = {
  /** Sockets that have not authenticated yet, over all addresses. */
  halfOpen: 512,
  /** Concurrent handshakes between `register` and `auth`; the rest queue. */
  working: 64,
  /** Of these, at most so many from one address with many failures. */
  workingWhenFailing: 2,
} as const;

const FAILURE_WINDOW_MS = 60_000;
const FAILURES_BEFORE_SLOW = 20;
const REMEMBERED_ADDRESSES = 10_000;

interface Waiting {
  readonly group: string;
  readonly start: () => void;
}

/**
 * What an unauthenticated peer may cost (design §3): counts half-open sockets and failures by
 * address, never successes, and never refuses a signature that verifies: an address that fails
 * often only waits longer in line.
 */
export class Admission {
  private readonly failures = new Map<string, number[]>();
  private readonly working = new Map<string, number>();
  private readonly line: Waiting[] = [];
  private workingCount = 0;
  private readonly returnTimes: ReturnTimes;

  constructor(private readonly clock: Clock) {
    this.returnTimes = new ReturnTimes(clock);
  }

  /** Retry-after of a rejected peer, in seconds. */
  returnTime(): number {
    return this.returnTimes.next(this.line.length);
  }

  recordFailure(group: string): void {
    const recent = [...this.recentFailures(group), this.clock.monotonic()].slice(
      -FAILURES_BEFORE_SLOW,
    );
    this.failures.delete(group);
    this.failures.set(group, recent);
    if (this.failures.size > REMEMBERED_ADDRESSES) {
      const [oldest] = this.failures.keys();
      if (oldest !== undefined) this.failures.delete(oldest);
    }
  }

  /** Starts the work when its turn comes. Returns how to release the slot (or leave the queue). */
  enter(group: string, start: () => void): () => void {
    const waiting: Waiting = {
      group,
      start: () => {
        started = true;
        this.count(group, +1);
        start();
      },
    };
    let started = false;
    let left = false;
    this.line.push(waiting);
    this.admitNext();
    return () => {
      if (left) return;
      left = true;
      if (started) {
        this.count(group, -1);
        this.returnTimes.handshakeEnded(this.line.length > 0);
      } else this.line.splice(this.line.indexOf(waiting), 1);
      this.admitNext();
    };
  }

  private admitNext(): void {
    while (this.workingCount < ADMISSION.working) {
      const index = this.line.findIndex(({ group }) => this.mayWork(group));
      const [next] = index === -1 ? [] : this.line.splice(index, 1);
      if (!next) return;
      next.start();
    }
  }

  private mayWork(group: string): boolean {
    if (this.recentFailures(group).length < FAILURES_BEFORE_SLOW) return true;
    return (this.working.get(group) ?? 0) < ADMISSION.workingWhenFailing;
  }

  private recentFailures(group: string): number[] {
    const now = this.clock.monotonic();
    return (this.failures.get(group) ?? []).filter((at) => now - at < FAILURE_WINDOW_MS);
  }

  private count(group: string, by: 1 | -1): void {
    this.workingCount += by;
    const left = (this.working.get(group) ?? 0) + by;
    if (left > 0) this.working.set(group, left);
    else this.working.delete(group);
  }
}
