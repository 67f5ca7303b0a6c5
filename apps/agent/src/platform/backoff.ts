import { CLOSE_CODES, returnTimeOf } from '@kenny/contract/agent';
import { MINUTE_MS } from '@kenny/kernel';

/** How a connection, or an attempt at one, ended. */
export interface LinkEnd {
  /** WebSocket close code, when the server closed. */
  code?: number | undefined;
  /** Close reason of the server. */
  reason?: string | undefined;
  /** How long it was up, in ms; 0 when it never was. */
  lastedMs: number;
}

const SHORTEST_MS = 1_000;
const LONGEST_MS = 60_000;
/** A connection that lasted this long resets the backoff. */
const GOOD_SESSION_MS = 60_000;
const AFTER_REMOVAL_MS = { min: 5 * MINUTE_MS, max: 15 * MINUTE_MS };
const AFTER_REFUSAL_MS = 60_000;

/**
 * Wait before the next attempt (design §3): random between 1 s and a ceiling that doubles from 2 s
 * to 60 s, so that a fleet does not reconnect in step; longer after some close codes. Codes are not
 * authenticated, so none of them means "stop".
 */
export class Backoff {
  private failures = 0;

  /** `random` yields numbers from 0 up to, not including, 1. */
  constructor(private readonly random: () => number = Math.random) {}

  /** Milliseconds to wait now. */
  next(end: LinkEnd): number {
    if (end.lastedMs >= GOOD_SESSION_MS) this.failures = 0;
    const ceiling = Math.min(LONGEST_MS, SHORTEST_MS * 2 ** Math.min(this.failures + 1, 16));
    this.failures += 1;
    switch (end.code) {
      case CLOSE_CODES.removed:
      case CLOSE_CODES.replaced:
        return this.between(AFTER_REMOVAL_MS.min, AFTER_REMOVAL_MS.max);
      case CLOSE_CODES.unauthenticated:
        return AFTER_REFUSAL_MS;
      case CLOSE_CODES.busy:
        return this.afterBusy(returnTimeOf(end.reason ?? ''), ceiling);
      default:
        return this.between(SHORTEST_MS, ceiling);
    }
  }

  /**
   * A server that names a time is believed, plus jitter, so that PCs do not arrive in steps of a
   * second.
   */
  private afterBusy(seconds: number | undefined, ceiling: number): number {
    if (seconds === undefined) return this.between(SHORTEST_MS, ceiling);
    const told = seconds * 1000;
    return Math.min(LONGEST_MS, this.between(told, told + SHORTEST_MS));
  }

  private between(min: number, max: number): number {
    return Math.round(min + this.random() * (max - min));
  }
}
