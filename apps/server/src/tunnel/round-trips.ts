/** One ping per half minute: the last quarter of an hour. */
const KEPT = 30;

/**
 * Round-trip times of one connection. One ping is in flight at a time, so an unsolicited pong
 * measures nothing. Times are monotonic ms.
 */
export class RoundTrips {
  private sentAt: number | undefined;
  private readonly recent: number[] = [];

  /** False while one is in flight, possibly forever: some agents may not answer. */
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

  /** Median of recent measurements: outliers do not count. */
  typical(): number | undefined {
    return [...this.recent].sort((a, b) => a - b)[this.recent.length >> 1];
  }
}
