import type { Clock, Timer } from '@kenny/kernel';
import { Logger } from '@nestjs/common';
import { RETRY_MS, retryDelay } from '../scheduling/index.js';

export interface Breakable {
  /** Calls back once when the connection is lost. */
  onLost(lost: () => void): void;
  /** Closes it, in whatever state it is; never rejects. */
  discard(): Promise<void>;
}

/** Keeps one connection open: reconnects until that works or it is closed. */
export class KeptOpen<T extends Breakable> {
  private readonly logger = new Logger('Database');
  private held: T | undefined;
  private attempts = 0;
  private retry: Timer | undefined;
  private closed = false;
  private readonly waiting = new Set<(restored: T | undefined) => void>();

  constructor(
    private readonly name: string,
    private readonly open: () => Promise<T>,
    private readonly clock: Clock,
    /** Told each time that it breaks. */
    private readonly onLost: () => void = () => undefined,
  ) {}

  /** Undefined while it is broken. */
  get current(): T | undefined {
    return this.held;
  }

  /** The first connection. @throws what `open` throws */
  async start(): Promise<void> {
    this.hold(await this.open());
  }

  /** Discards a misbehaving connection and reconnects. */
  lose(reason: unknown): void {
    const lost = this.held;
    if (!lost || this.closed) return;
    this.held = undefined;
    this.logger.warn(`The database connection (${this.name}) is lost: ${String(reason)}`);
    void lost.discard();
    this.attempts = 0;
    this.later();
    this.onLost();
  }

  /** The connection, once restored; undefined when that takes longer. */
  restored(limitMs: number): Promise<T | undefined> {
    if (this.held || this.closed) return Promise.resolve(this.held);
    return new Promise((resolve) => {
      const settle = (restored: T | undefined): void => {
        limit.cancel();
        this.waiting.delete(settle);
        resolve(restored);
      };
      const limit = this.clock.setTimer(() => settle(undefined), limitMs);
      this.waiting.add(settle);
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    this.retry?.cancel();
    for (const settle of [...this.waiting]) settle(undefined);
    await this.held?.discard();
    this.held = undefined;
  }

  private hold(opened: T): void {
    this.held = opened;
    opened.onLost(() => {
      if (this.held === opened) this.lose('it was closed from the other end');
    });
    for (const settle of [...this.waiting]) settle(opened);
  }

  private later(): void {
    const wait = retryDelay(this.attempts);
    this.attempts += 1;
    this.retry = this.clock.setTimer(() => void this.again(), wait);
  }

  private async again(): Promise<void> {
    try {
      const opened = await this.open();
      if (this.closed) return await opened.discard();
      this.logger.log(`The database connection (${this.name}) is there again.`);
      this.hold(opened);
    } catch (error) {
      if (this.attempts === RETRY_MS.length) {
        this.logger.error(`The database connection (${this.name}) stays lost: ${String(error)}`);
      }
      if (!this.closed) this.later();
    }
  }
}
