import { EXIT_CODES, type ExitCode } from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK } from '../kernel/index.js';

/** By then the answer has left. */
const AFTER_MS = 300;

/** The wish of the server itself to end and be started again. */
@Injectable()
export class Restart {
  private readonly wish = new AbortController();
  /** Aborted with the exit code that says so to whoever started it. */
  readonly wished: AbortSignal = this.wish.signal;

  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  /**
   * Whoever asked hears of it first.
   * @param before - what has to be over by then; whether it worked does not matter
   */
  ask(before: () => Promise<unknown> = () => Promise.resolve()): void {
    const end = (): void => void before().finally(() => this.end(EXIT_CODES.restart));
    this.clock.setTimer(end, AFTER_MS);
  }

  /** As `ask`, and to be brought up to date between the two (ADR 0110). */
  askForUpdate(): void {
    this.clock.setTimer(() => this.end(EXIT_CODES.update), AFTER_MS);
  }

  private end(code: ExitCode): void {
    this.wish.abort(code);
  }
}
