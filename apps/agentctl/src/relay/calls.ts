import { AGENTCTL_FIRST_CALL_ID, AGENTCTL_LIMITS } from '@kenny/contract/agentctl';
import type { Clock } from '@kenny/kernel';
import { notRunning, Refusal } from '../errors/refusal.js';

interface OpenCall {
  answer(this: void, response: Buffer): void;
  fail(this: void, why: Refusal): void;
}

/** Requests whose sender waits for the agent's response. */
export class Calls {
  private readonly open = new Map<number, OpenCall>();
  private nextId = AGENTCTL_FIRST_CALL_ID;

  constructor(private readonly clock: Clock) {}

  /**
   * @param send sends the request with the id that it is given
   * @param signal aborted when nobody waits any more
   * @returns the response as the agent wrote it
   * @throws Refusal when it cannot be sent, when the agent ends or when it takes too long
   */
  async call(send: (id: number) => void, timeoutMs: number, signal: AbortSignal): Promise<Buffer> {
    if (this.open.size >= AGENTCTL_LIMITS.calls) {
      throw new Refusal('busy', 'too many calls wait for the agent', 'Wait until one has ended.');
    }
    const id = this.nextId++;
    const waits = new Promise<Buffer>((answer, fail) => this.open.set(id, { answer, fail }));
    const late = (): void => this.open.get(id)?.fail(tooLate(timeoutMs));
    const timer = this.clock.setTimer(late, timeoutMs);
    signal.addEventListener('abort', late, { once: true });
    try {
      send(id);
      return await waits;
    } finally {
      this.open.delete(id);
      timer.cancel();
      signal.removeEventListener('abort', late);
    }
  }

  answered(id: string | number, response: Buffer): void {
    if (typeof id === 'number') this.open.get(id)?.answer(response);
  }

  /** The agent has ended. */
  failAll(): void {
    for (const call of this.open.values()) {
      call.fail(notRunning('It ended before it had responded; GET /api/v1/status says how.'));
    }
  }
}

const tooLate = (timeoutMs: number): Refusal =>
  new Refusal(
    'timeout',
    `the agent did not respond within ${timeoutMs} ms`,
    'A response that still comes stands on the stream.',
  );
