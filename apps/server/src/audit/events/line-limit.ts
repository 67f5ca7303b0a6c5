import { type Clock, MINUTE_MS } from '@kenny/kernel';

/** Names remembered; beyond it counts start anew. */
const MOST_NAMES = 10_000;

interface Tally {
  minute: number;
  lines: number;
  leftOut: number;
}

/** Lines per minute and name: a flood must not fill the disk or push out others. */
export class LineLimit {
  private readonly tallies = new Map<string, Tally>();

  constructor(
    private readonly clock: Clock,
    private readonly perMinute: number,
  ) {}

  /** Lines suppressed before this one; undefined when this one is suppressed too. */
  take(name: string): number | undefined {
    const tally = this.tallyOf(name);
    if (tally.lines >= this.perMinute) {
      tally.leftOut += 1;
      return undefined;
    }
    const before = tally.leftOut;
    tally.lines += 1;
    tally.leftOut = 0;
    return before;
  }

  private tallyOf(name: string): Tally {
    const minute = Math.floor(this.clock.monotonic() / MINUTE_MS);
    const tally = this.tallies.get(name) ?? { minute, lines: 0, leftOut: 0 };
    if (tally.minute !== minute) Object.assign(tally, { minute, lines: 0 });
    if (this.tallies.size >= MOST_NAMES && !this.tallies.has(name)) this.tallies.clear();
    this.tallies.set(name, tally);
    return tally;
  }
}
