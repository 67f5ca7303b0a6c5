import type { TurnEvent } from '@kenny/contract';
import type { EventBus } from '../../kernel/index.js';

/** Events of one conversation that nobody has taken yet: so many, and not one more. */
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

  /** Some were dropped: what is stored has to be read instead. */
  get overflown(): boolean {
    return this.full;
  }

  /** What is read from the store now holds everything that was here. */
  startOver(): void {
    this.waiting = [];
    this.full = false;
  }

  /** The next ones; none when some were dropped, undefined when there will be no more. */
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
