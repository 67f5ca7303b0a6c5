import type { Clock } from '@kenny/kernel';
import { CAPS, TIMES } from './constants.js';

/**
 * When a peer was last alive. A whole message is a sign of life; so are the bytes of one that is
 * still on its way, as long as enough of them come and for a bounded time: a slow line is not a dead
 * one, and a peer that sends a byte now and then is not alive.
 */
export class SignsOfLife {
  private heard: number;
  private message: number;
  private interval: { readonly since: number; readonly bytes: number };

  constructor(
    private readonly clock: Clock,
    /** Bytes that were read from the peer so far. */
    private readonly bytesRead: () => number,
  ) {
    this.heard = clock.monotonic();
    this.message = this.heard;
    this.interval = { since: this.heard, bytes: bytesRead() };
  }

  /** Monotonic ms. To be looked at once in an interval at least: bytes are counted then. */
  get heardAt(): number {
    const now = this.clock.monotonic();
    const bytes = this.bytesRead();
    const enough = bytes - this.interval.bytes >= CAPS.lifeBytes;
    if (enough && now - this.message < TIMES.frameMs) this.heard = now;
    if (enough || now - this.interval.since >= TIMES.heartbeatMs) {
      this.interval = { since: now, bytes };
    }
    return this.heard;
  }

  /** Monotonic ms of the last whole message. */
  get messageAt(): number {
    return this.message;
  }

  /** A whole message has come. */
  messageCame(): void {
    this.message = this.clock.monotonic();
    this.heard = this.message;
  }
}
