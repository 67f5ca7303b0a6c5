/** After this much silence the server is pinged. */
export const QUIET_MS = 20_000;
/** Without an answer for this long the connection is dead. */
export const ANSWER_MS = 10_000;

/**
 * Notices a connection that died without a word: a laptop that slept, a network that drops packets.
 * The socket itself tells only after minutes, and what the page shows would be old until then.
 */
export class Heartbeat {
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly ask: () => void,
    private readonly dead: () => void,
  ) {}

  /** Any message counts as an answer. */
  heard(): void {
    this.after(QUIET_MS, () => {
      this.after(ANSWER_MS, this.dead);
      this.ask();
    });
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private after(ms: number, act: () => void): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(act, ms);
  }
}
