import type { Clock, Timer } from '@kenny/kernel';

/** After this much silence the server is pinged. */
export const QUIET_MS = 20_000;
/** Without an answer for this long the connection is dead. */
export const ANSWER_MS = 10_000;

/**
 * Notices a connection that died without a word: a laptop that slept, a network that drops packets.
 * The socket itself tells only after minutes, and what is shown would be old until then.
 */
export class Heartbeat {
  private timer: Timer | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly ask: () => void,
    private readonly dead: () => void,
  ) {}

  /** A socket that neither opens nor fails is as dead as one that falls silent. */
  opening(): void {
    this.after(QUIET_MS + ANSWER_MS, this.dead);
  }

  /** Any message counts as an answer. */
  heard(): void {
    this.after(QUIET_MS, () => {
      this.after(ANSWER_MS, this.dead);
      this.ask();
    });
  }

  stop(): void {
    this.timer?.cancel();
  }

  private after(ms: number, act: () => void): void {
    this.stop();
    this.timer = this.clock.setTimer(act, ms);
  }
}
