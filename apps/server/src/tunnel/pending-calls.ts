import { CAPS, TIMES, type ResponseFrame } from '@kenny/contract';
import type { Clock, Timer } from '@kenny/kernel';
import type { LostCall, Outcome } from '@kenny/gate';
import { answerOf, lost } from './tunnel-request.js';

interface Pending {
  readonly tool: string;
  readonly settle: (outcome: Outcome) => void;
  /** Monotonic ms when it was sent. */
  readonly since: number;
  /** Monotonic ms of the final deadline, progress or not. */
  readonly latest: number;
  timer: Timer;
  /** Bytes of its answer since the last check, and when the last of them came. */
  bytes: number;
  movedAt: number;
}

/** Calls awaiting their answer on one connection; they end with it (design §3). */
export class PendingCalls {
  private readonly calls = new Map<string, Pending>();

  /** @param onEnd - called for every call that has ended */
  constructor(
    private readonly clock: Clock,
    private readonly onEnd: (id: string) => void = () => undefined,
  ) {}

  get size(): number {
    return this.calls.size;
  }

  has(id: string): boolean {
    return this.calls.has(id);
  }

  /** Resolves with the outcome; never rejects. */
  wait(id: string, tool: string, timeoutMs: number): Promise<Outcome> {
    return new Promise((resolve) => {
      const since = this.clock.monotonic();
      this.calls.set(id, {
        tool,
        settle: resolve,
        since,
        latest: since + timeoutMs + TIMES.answerMs,
        timer: this.clock.setTimer(() => this.overdue(id), timeoutMs),
        bytes: 0,
        movedAt: since,
      });
    });
  }

  /** Progress extends the wait. */
  moved(id: string, bytes: number): void {
    const pending = this.calls.get(id);
    if (!pending) return;
    pending.bytes += bytes;
    pending.movedAt = this.clock.monotonic();
  }

  /** False when no call waits for it: it is late or made up. */
  answer(frame: ResponseFrame): boolean {
    return this.end(frame.id, answerOf(frame));
  }

  end(id: string, outcome: Outcome): boolean {
    const pending = this.calls.get(id);
    if (!pending) return false;
    this.calls.delete(id);
    pending.timer.cancel();
    this.onEnd(id);
    pending.settle(outcome);
    return true;
  }

  endAll(outcome: Outcome): void {
    for (const id of [...this.calls.keys()]) this.end(id, outcome);
  }

  private overdue(id: string): void {
    const pending = this.calls.get(id);
    if (!pending) return;
    const now = this.clock.monotonic();
    const { bytes, movedAt, latest } = pending;
    const moves = bytes >= CAPS.lifeBytes && now - movedAt < TIMES.heartbeatMs;
    if (!moves || now >= latest) {
      this.end(id, timedOut(pending, now));
      return;
    }
    pending.bytes = 0;
    const waitMs = Math.min(TIMES.heartbeatMs, latest - now);
    pending.timer = this.clock.setTimer(() => this.overdue(id), waitMs);
  }
}

function timedOut({ tool, since, movedAt }: Pending, now: number): LostCall {
  const seconds = Math.round((now - since) / 1000);
  const message =
    movedAt > since
      ? `the answer of ${tool} did not come through within ${seconds} s: the line is too slow for it`
      : `${tool} did not answer within ${seconds} s; it may still be running on the PC`;
  return lost('timeout', message);
}
