import type { Clock } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK } from '../kernel/index.js';

/** By then the answer has left. */
const AFTER_MS = 300;

/** The wish of the server itself to end and be started again. */
@Injectable()
export class Restart {
  private readonly wish = new AbortController();
  readonly wished: AbortSignal = this.wish.signal;

  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  /**
   * Whoever asked hears of it first.
   * @param before - what has to be over by then; whether it worked does not matter
   */
  ask(before: () => Promise<unknown> = () => Promise.resolve()): void {
    this.clock.setTimer(() => void before().finally(() => this.wish.abort()), AFTER_MS);
  }
}
