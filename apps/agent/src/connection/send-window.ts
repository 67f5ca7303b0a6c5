const KIB = 1024;
const LEAST = 4 * KIB;
const MOST = 1024 * KIB;
/** The line keeps up: an acknowledgement takes hardly longer than it has to. */
const SHORT_QUEUE_MS = 300;
/** What lies on the line would hold up everything else. */
const LONG_QUEUE_MS = 1_000;
/** The shortest way is measured anew this often: a line may become another one. */
const REMEMBER_MS = 60_000;

/**
 * How many bytes of large answers may be on their way unacknowledged. The system's own buffers would
 * take megabytes, and a ping behind them would come minutes later over a slow line.
 */
export class SendWindow {
  bytes = LEAST;
  /** The shortest time from sending to acknowledgement: the line itself, without a queue. */
  private shortest = Infinity;
  /** When the line was last measured anew. */
  private since = 0;
  /** What was sent before says nothing about the window since. */
  private shrunkAt = -Infinity;

  /** The line has to be measured: on an empty line, else it would seem slower each time. */
  get isUnknown(): boolean {
    return this.shortest === Infinity;
  }

  /** A part of that many bytes was acknowledged at `now`. */
  acknowledged(bytes: number, sentAt: number, now: number): void {
    if (now - this.since >= REMEMBER_MS) return this.measureAnew(now);
    // It waited in the queue of before.
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
