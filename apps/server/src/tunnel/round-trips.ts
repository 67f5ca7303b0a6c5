/** Pings come every half minute: these are the last quarter of an hour. */
const KEPT = 30;

/**
 * How long pings of one connection take, there and back. One is under way at a time, so an answer
 * that nobody waits for measures nothing. Times are monotonic ms.
 */
export class RoundTrips {
  private sentAt: number | undefined;
  private readonly recent: number[] = [];

  /** False while one is under way, also for ever: some agents may not answer. */
  begin(now: number): boolean {
    if (this.sentAt !== undefined) return false;
    this.sentAt = now;
    return true;
  }

  end(now: number): void {
    if (this.sentAt === undefined) return;
    if (this.recent.push(now - this.sentAt) > KEPT) this.recent.shift();
    this.sentAt = undefined;
  }

  /** The middle one of those that were measured lately: one that was held up does not count. */
  typical(): number | undefined {
    return [...this.recent].sort((a, b) => a - b)[this.recent.length >> 1];
  }
}
