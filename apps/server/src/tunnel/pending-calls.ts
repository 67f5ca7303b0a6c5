import type { Clock, ResponseFrame, Timer } from '@kenny/contract';
import type { TunnelOutcome } from './tunnel-outcome.js';

interface Pending {
  readonly tool: string;
  readonly settle: (outcome: TunnelOutcome) => void;
  readonly timer: Timer;
}

/** Calls that wait for their answer on one connection; they live and die with it (design §3). */
export class PendingCalls {
  private readonly calls = new Map<string, Pending>();

  constructor(private readonly clock: Clock) {}

  get size(): number {
    return this.calls.size;
  }

  has(id: string): boolean {
    return this.calls.has(id);
  }

  /** Resolves with what became of the call; never rejects. */
  wait(id: string, tool: string, timeoutMs: number): Promise<TunnelOutcome> {
    return new Promise((resolve) => {
      const timer = this.clock.setTimer(() => this.end(id, timedOut(tool, timeoutMs)), timeoutMs);
      this.calls.set(id, { tool, settle: resolve, timer });
    });
  }

  /** False when nobody waits for this id: the answer is late or made up. */
  answer(frame: ResponseFrame): boolean {
    return this.end(frame.id, toOutcome(frame));
  }

  end(id: string, outcome: TunnelOutcome): boolean {
    const pending = this.calls.get(id);
    if (!pending) return false;
    this.calls.delete(id);
    pending.timer.cancel();
    pending.settle(outcome);
    return true;
  }

  endAll(outcome: TunnelOutcome): void {
    for (const id of [...this.calls.keys()]) this.end(id, outcome);
  }
}

function toOutcome(frame: ResponseFrame): TunnelOutcome {
  if (frame.ok) return { kind: 'result', result: frame.result ?? {} };
  const error = frame.error ?? { code: 'internal', message: 'the PC said no reason' };
  return { kind: 'error', code: error.code, message: error.message };
}

function timedOut(tool: string, timeoutMs: number): TunnelOutcome {
  const seconds = Math.round(timeoutMs / 1000);
  return {
    kind: 'lost',
    code: 'timeout',
    message: `${tool} did not answer within ${seconds} s; it may still be running on the PC`,
  };
}
