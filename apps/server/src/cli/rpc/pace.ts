import { RPC_LIMITS } from '@kenny/contract/client';
import { SECOND_MS, type Clock, type Timer } from '@kenny/kernel';

/** Told when a message has left, or cannot. */
type Sent = (error?: Error | null) => void;
type Send = (message: Buffer, sent: Sent) => void;

/**
 * Below what the server allows one socket: on the way, messages that were apart may come together.
 * Only the burst is smaller, so that a steady stream is as fast as it may be.
 */
const BURST = (RPC_LIMITS.requestBurst * 3) / 4;
const EVERY_MS = SECOND_MS / RPC_LIMITS.requestsPerSecond;

/** Sends messages in their order, no faster than the server takes them from one socket. */
export class Pace {
  private readonly waiting: { readonly message: Buffer; readonly sent: Sent }[] = [];
  private timer: Timer | undefined;
  private ended = false;
  /** When the next message would leave if there were no bursts. */
  private due: number;

  constructor(
    private readonly clock: Clock,
    private readonly pass: Send,
  ) {
    this.due = clock.monotonic() - BURST * EVERY_MS;
  }

  send(message: Buffer, sent: Sent): void {
    this.waiting.push({ message, sent });
    this.passOn();
  }

  /** What waits cannot leave any more. */
  end(): void {
    this.ended = true;
    this.timer?.cancel();
    this.passOn();
  }

  private passOn(): void {
    for (;;) {
      const [next] = this.waiting;
      if (!next) return;
      if (this.ended) next.sent(new Error('the connection is closed'));
      else if (this.take()) this.pass(next.message, next.sent);
      else return this.wait();
      this.waiting.shift();
    }
  }

  private take(): boolean {
    const now = this.clock.monotonic();
    const next = Math.max(this.due, now - BURST * EVERY_MS) + EVERY_MS;
    if (next > now) return false;
    this.due = next;
    return true;
  }

  private wait(): void {
    this.timer ??= this.clock.setTimer(() => {
      this.timer = undefined;
      this.passOn();
    }, EVERY_MS);
  }
}
