import type { Clock, Timer } from '@kenny/kernel';

/** The service has a connection to us and says nothing on it any more. */
export class SilentService extends Error {
  constructor(readonly ms: number) {
    super(`nothing was said for ${ms / 1000} seconds`);
    this.name = 'SilentService';
  }
}

/** Ends what nobody says anything in for so long. */
export class Silence {
  private readonly controller = new AbortController();
  private timer: Timer | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly ms: number,
  ) {
    this.heard();
  }

  /** Aborted with a `SilentService` when it was silent for too long. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Something was said: from now on it may be silent for as long again. */
  heard(): void {
    this.timer?.cancel();
    if (this.signal.aborted) return;
    const over = (): void => this.controller.abort(new SilentService(this.ms));
    this.timer = this.clock.setTimer(over, this.ms);
  }

  /** It has come to its end, whichever. */
  over(): void {
    this.timer?.cancel();
  }
}
