import type { Clock, Timer } from '@kenny/kernel';

/** The connection is open, but the service has gone silent. */
export class SilentService extends Error {
  constructor(readonly ms: number) {
    super(`nothing was said for ${ms / 1000} seconds`);
    this.name = 'SilentService';
  }
}

/** Aborts after a time without a sign of life. */
export class Silence {
  private readonly controller = new AbortController();
  private timer: Timer | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly ms: number,
  ) {
    this.heard();
  }

  /** Aborted with a `SilentService` after too long a silence. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** A sign of life: restarts the timer. */
  heard(): void {
    this.timer?.cancel();
    if (this.signal.aborted) return;
    const over = (): void => this.controller.abort(new SilentService(this.ms));
    this.timer = this.clock.setTimer(over, this.ms);
  }

  over(): void {
    this.timer?.cancel();
  }
}
