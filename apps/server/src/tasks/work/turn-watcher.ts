import { TASK_TIMES } from '@kenny/contract';
import type { Clock, Timer } from '@kenny/kernel';
import { TurnWatch, type TurnLimits, type Verdict } from '../states/index.js';

/** Looks after one turn: says when it is silent or takes too long, and that it is alive. */
export class TurnWatcher {
  private readonly watch: TurnWatch;
  private timer: Timer | undefined;
  private waited = false;

  constructor(
    private readonly clock: Clock,
    limits: TurnLimits,
    private readonly on: {
      /** A person is waited for. */
      readonly waits: () => boolean;
      readonly verdict: (verdict: Exclude<Verdict, 'fine'>) => void;
      readonly heartbeat: () => void;
    },
  ) {
    this.watch = new TurnWatch(limits, clock.monotonic());
    this.arm();
  }

  heard(): void {
    this.watch.heard();
  }

  stop(): void {
    this.timer?.cancel();
    this.timer = undefined;
  }

  private arm(): void {
    const ms = Math.min(this.watch.nextMs, TASK_TIMES.heartbeatMs - 1_000);
    this.timer = this.clock.setTimer(() => this.look(), ms);
  }

  private look(): void {
    const waits = this.on.waits();
    // What was open at either end of the time counts for all of it.
    const verdict = this.watch.look(this.clock.monotonic(), waits || this.waited);
    this.waited = waits;
    if (verdict !== 'fine') {
      this.timer = undefined;
      this.on.verdict(verdict);
      return;
    }
    this.on.heartbeat();
    this.arm();
  }
}
