import type { Clock } from '@kenny/kernel';
import type { RpcId } from '../messages/message.js';
import { RpcTimeoutError, type RpcError } from '../messages/rpc-error.js';
import type { Answer, RequestOptions } from './options.js';

interface Call {
  resolve(result: unknown): void;
  reject(error: unknown): void;
  readonly onAnswer: RequestOptions['onAnswer'];
}

/** Requests of ours that the other side has not answered. */
export class Calls {
  private readonly open = new Map<RpcId, Call>();
  private lastId = 0;
  private closed: Error | undefined;

  constructor(
    private readonly clock: Clock,
    /** Tells the other side that nobody waits for this one any more. */
    private readonly cancel: (id: RpcId) => void,
  ) {}

  get size(): number {
    return this.open.size;
  }

  /** `send` writes the request with the id that it is given. */
  async make(
    method: string,
    { signal, timeoutMs, onAnswer }: RequestOptions,
    send: (id: RpcId) => void,
  ): Promise<unknown> {
    if (this.closed) throw this.closed;
    signal?.throwIfAborted();
    const id = (this.lastId += 1);
    const giveUp = (reason: unknown): void => {
      if (!this.open.has(id)) return;
      this.take(id)?.reject(reason);
      this.cancel(id);
    };
    const answer = new Promise<unknown>((resolve, reject) => {
      this.open.set(id, { resolve, reject, onAnswer });
    });
    const onAbort = (): void => giveUp(signal?.reason);
    const timer =
      timeoutMs === undefined
        ? undefined
        : this.clock.setTimer(
            () => giveUp(new RpcTimeoutError(`No answer to ${method} within ${timeoutMs} ms`)),
            timeoutMs,
          );
    signal?.addEventListener('abort', onAbort);
    try {
      send(id);
      return await answer;
    } finally {
      this.open.delete(id);
      timer?.cancel();
      signal?.removeEventListener('abort', onAbort);
    }
  }

  /** Answers to nothing of ours are ignored. */
  resolve(id: RpcId, result: unknown): void {
    this.answered(id, { result }, (call) => call.resolve(result));
  }

  reject(id: RpcId, error: RpcError): void {
    this.answered(id, { error }, (call) => call.reject(error));
  }

  close(error: Error): void {
    this.closed = error;
    for (const id of [...this.open.keys()]) this.take(id)?.reject(error);
  }

  private answered(id: RpcId, answer: Answer, settle: (call: Call) => void): void {
    const call = this.take(id);
    if (!call) return;
    try {
      call.onAnswer?.(answer);
      settle(call);
    } catch (error) {
      call.reject(error);
    }
  }

  private take(id: RpcId): Call | undefined {
    const call = this.open.get(id);
    this.open.delete(id);
    return call;
  }
}
