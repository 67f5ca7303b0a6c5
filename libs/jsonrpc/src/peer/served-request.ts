import type { RpcId } from '../messages/message.js';
import type { RequestContext } from './options.js';
import { Gate } from './outbox.js';

/** A request of the other side, until it is answered and its handler has come to an end. */
export class ServedRequest implements RequestContext {
  readonly gate = new Gate();
  answered = false;
  private readonly aborter = new AbortController();
  private readonly hooks: (() => void)[] = [];

  constructor(
    readonly id: RpcId,
    readonly method: string,
    /** Whether the other side may cancel it. */
    readonly cancellable: boolean,
    private readonly onHookError: (error: unknown) => void,
  ) {}

  get signal(): AbortSignal {
    return this.aborter.signal;
  }

  /** A property, so that a handler may take it out of its context. */
  readonly afterReply = (hook: () => void): void => {
    if (this.answered) this.run(hook);
    else this.hooks.push(hook);
  };

  abort(reason: Error): void {
    this.aborter.abort(reason);
  }

  runHooks(): void {
    for (const hook of this.hooks.splice(0)) this.run(hook);
  }

  private run(hook: () => void): void {
    try {
      hook();
    } catch (error) {
      this.onHookError(error);
    }
  }
}
