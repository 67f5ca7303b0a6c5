import type { Clock, Timer } from '@kenny/kernel';
import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { CLOCK } from '../kernel/index.js';

const WINDOW_MS = 60_000;
/** Lines about one source in a window, so that whoever asks without end fills no disk. */
const LINES = 20;
/** Sources told apart in a window; those beyond it share one allowance. */
const SOURCES = 256;
const OTHERS = 'other sources';

interface Tally {
  written: number;
  leftOut: number;
}

export interface RefusalCounts {
  /** Messages on WebSockets that are none. */
  readonly malformed: number;
  /** Lines that were not written because their source had too many. */
  readonly lines_left_out: number;
}

/**
 * Lines that anybody outside can cause, strangers too: some a minute and source are written, the
 * rest is counted and told at the end of that minute.
 */
@Injectable()
export class RefusalLog implements OnModuleDestroy {
  private readonly logger = new Logger(RefusalLog.name);
  private readonly tallies = new Map<string, Tally>();
  private timer: Timer | undefined;
  private malformedCount = 0;
  private leftOutCount = 0;

  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  /** Whether a refusal of this source may have its line; counts it where not. */
  mayTell(source: string): boolean {
    return this.take(source, LINES);
  }

  /** A message of a WebSocket that is none; one line a window, source and kind. */
  malformed(source: string, kind: string): void {
    this.malformedCount += 1;
    if (!this.take(`${source} (${kind})`, 1)) return;
    this.logger.warn(`a malformed WebSocket message: ${kind}`, { source });
  }

  /** Since the start. */
  counts(): RefusalCounts {
    return { malformed: this.malformedCount, lines_left_out: this.leftOutCount };
  }

  onModuleDestroy(): void {
    this.timer?.cancel();
    this.tell();
  }

  private take(source: string, most: number): boolean {
    const tally = this.tallyOf(source);
    if (tally.written < most) {
      tally.written += 1;
      return true;
    }
    tally.leftOut += 1;
    this.leftOutCount += 1;
    return false;
  }

  private tallyOf(source: string): Tally {
    const known = this.tallies.get(source);
    if (known) return known;
    const key = this.tallies.size < SOURCES ? source : OTHERS;
    const tally = this.tallies.get(key) ?? { written: 0, leftOut: 0 };
    this.tallies.set(key, tally);
    this.timer ??= this.clock.setTimer(() => this.tell(), WINDOW_MS);
    return tally;
  }

  private tell(): void {
    this.timer = undefined;
    for (const [source, { leftOut }] of this.tallies) {
      if (leftOut > 0) this.logger.warn('lines were left out', { source, left_out: leftOut });
    }
    this.tallies.clear();
  }
}
