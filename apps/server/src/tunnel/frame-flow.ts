import { RATES, TIMES } from '@kenny/contract';
import type { Clock, Timer } from '@kenny/kernel';
import type { WebSocket } from 'ws';
import type { TokenBucket } from '../scheduling/index.js';

/** Refilled that far, a peer that was held up counts as quiet again. */
const QUIET_AGAIN = RATES.frame.burst / 2;

/**
 * Backpressure per agent: beyond its rate the socket is not read, so that a flood queues on the PC
 * that makes it; one that lasts ends with `onFlood`.
 */
export class FrameFlow {
  /** Frames of the piece that was on its way through the parser when reading stopped. */
  private waiting: (() => void)[] = [];
  private timer: Timer | undefined;
  /** Monotonic ms since when it exceeds its rate. */
  private since: number | undefined;
  private over = false;

  constructor(
    private readonly socket: WebSocket,
    private readonly clock: Clock,
    private readonly allowance: TokenBucket,
    private readonly onFlood: () => void,
  ) {}

  /** @param read - processes the frame, now or once the bucket allows */
  arrived(read: () => void): void {
    if (this.over) return;
    if (this.timer === undefined && this.allowance.take(this.clock.monotonic())) return read();
    this.waiting.push(read);
    if (this.timer === undefined) this.hold();
  }

  /** The frame was requested, or has a bucket of its own. */
  giveBack(): void {
    this.allowance.give();
  }

  stop(): void {
    this.over = true;
    this.waiting = [];
    this.timer?.cancel();
  }

  private hold(): void {
    const now = this.clock.monotonic();
    if (this.allowance.level(now) >= QUIET_AGAIN) this.since = undefined;
    this.since ??= now;
    this.socket.pause();
    this.goOnLater();
  }

  private goOnLater(): void {
    this.timer = this.clock.setTimer(() => this.goOn(), RATES.frame.everyMs);
  }

  private goOn(): void {
    const now = this.clock.monotonic();
    if (now - (this.since ?? now) >= TIMES.floodMs) return this.onFlood();
    while (this.waiting.length > 0 && this.allowance.take(now)) this.waiting.shift()?.();
    if (this.over) return;
    if (this.waiting.length > 0) return this.goOnLater();
    this.timer = undefined;
    this.socket.resume();
  }
}
