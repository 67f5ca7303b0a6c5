const KIB = 1024;
const LEAST = 4 * KIB;
const MOST = 1024 * KIB;
/** Queueing delay up to which the line keeps up, and the window may grow. */
const SHORT_QUEUE_MS = 300;
/** A queue this long delays everything else: the window shrinks. */
const LONG_QUEUE_MS = 1_000;
/** The shortest round trip is measured anew this often: the line may change. */
const REMEMBER_MS = 60_000;

/**
 * How many bytes of large answers may be unacknowledged. The system's own buffers take megabytes,
 * and over a slow line a ping behind them would arrive minutes later.
 */
export class SendWindow {
  bytes = LEAST;
  /** Shortest time from sending to acknowledgement: the line without a queue. */
  private shortest = Infinity;
  /** When that was last measured. */
  private since = 0;
  /** Parts sent earlier say nothing about the window since. */
  private shrunkAt = -Infinity;

  /** The line must be measured while it is empty, or it would seem slower each time. */
  get isUnknown(): boolean {
    return this.shortest === Infinity;
  }

  /** A part of that size was acknowledged at `now`. */
  acknowledged(bytes: number, sentAt: number, now: number): void {
    if (now - this.since >= REMEMBER_MS) return this.measureAnew(now);
    // It waited in the previous queue.
    if (sentAt < this.since) return;
    const tookMs = now - sentAt;
    this.shortest = Math.min(this.shortest, tookMs);
    const queueMs = tookMs - this.shortest;
    if (queueMs < SHORT_QUEUE_MS) {
      this.bytes = Math.min(MOST, this.bytes + bytes);
    } else if (queueMs > LONG_QUEUE_MS && sentAt >= this.shrunkAt) {
      this.bytes = Math.max(LEAST, this.bytes / 2);
      this.shrunkAt = now;
    }
  }

  private measureAnew(now: number): void {
    this.bytes = LEAST;
    this.shortest = Infinity;
    this.since = now;
  }
}
