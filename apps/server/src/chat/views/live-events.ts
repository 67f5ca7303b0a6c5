import type { TurnEvent } from '@kenny/contract';
import type { EventBus } from '../../kernel/index.js';

/** Bounded buffer of live events of one conversation. */
export class LiveEvents {
  private waiting: TurnEvent[] = [];
  private full = false;
  private ended = false;
  private wake: (() => void) | undefined;
  private readonly stop: () => void;

  constructor(
    events: EventBus,
    sessionId: string,
    private readonly most: number,
  ) {
    this.stop = events.on('chat.stepped', ({ session_id, events: told, deleted }) => {
      if (session_id === sessionId) this.take(told, deleted);
    });
  }

  /** Events were dropped: read the stored ones instead. */
  get overflown(): boolean {
    return this.full;
  }

  /** Call before reading the store, which then holds everything buffered so far. */
  startOver(): void {
    this.waiting = [];
    this.full = false;
  }

  /** The next events; empty after an overflow, undefined at the end. */
  async next(signal: AbortSignal): Promise<readonly TurnEvent[] | undefined> {
    if (this.waiting.length === 0 && !this.full && !this.ended && !signal.aborted) {
      await this.happening(signal);
    }
    if (signal.aborted) return undefined;
    const taken = this.full ? [] : this.waiting.splice(0);
    return taken.length === 0 && this.ended && !this.full ? undefined : taken;
  }

  close(): void {
    this.stop();
    this.waiting = [];
  }

  private happening(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        signal.removeEventListener('abort', done);
        resolve();
      };
      signal.addEventListener('abort', done);
      this.wake = done;
    });
  }

  private take(told: readonly TurnEvent[], deleted: boolean): void {
    if (this.waiting.length + told.length > this.most) {
      this.full = true;
      this.waiting = [];
    } else if (!this.full) this.waiting.push(...told);
    this.ended ||= deleted;
    this.wake?.();
    this.wake = undefined;
  }
}
