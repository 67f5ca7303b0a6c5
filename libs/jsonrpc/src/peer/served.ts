import { paramsOf, type Params, type RpcId } from '../messages/message.js';
import { RpcError } from '../messages/rpc-error.js';
import { Lanes } from './lanes.js';
import type { KeyOf, NotificationHandler, PeerLog, RequestHandler } from './options.js';
import { ServedRequest } from './served-request.js';

type Method =
  | { readonly pace: 'slow'; readonly handler: RequestHandler }
  | { readonly pace: 'quick'; readonly handler: RequestHandler; readonly key: KeyOf };

interface Listener {
  readonly handler: NotificationHandler;
  readonly key: KeyOf;
}

/** What an answer carries: a result, or an error that is told or kept. */
export type Outcome = { readonly result: unknown } | { readonly error: unknown };

export interface ServedEvents {
  /** Writes the answer; the request's held back notifications follow it. */
  answer(request: ServedRequest, outcome: Outcome): void;
  /** Answers what never became a request. */
  refuse(id: RpcId, method: string, error: unknown): void;
  /** Something came to an end. */
  settled(): void;
}

/** Requests and notifications of the other side, and the order in which they are worked on. */
export class Served {
  private readonly methods = new Map<string, Method>();
  private readonly listeners = new Map<string, Listener>();
  private readonly requests = new Map<RpcId, ServedRequest>();
  private readonly lanes = new Lanes();
  private atWork = 0;
  private refusal: string | undefined;

  constructor(
    private readonly log: PeerLog,
    private readonly events: ServedEvents,
  ) {}

  /** Requests and notifications that are at work or wait for their turn. */
  get inFlight(): number {
    return this.atWork;
  }

  /** Everything that is kept: nothing of it may outlive its request. */
  get load(): { inFlight: number; unanswered: number; lanes: number } {
    return { inFlight: this.atWork, unanswered: this.requests.size, lanes: this.lanes.size };
  }

  addMethod(name: string, method: Method): void {
    if (this.methods.has(name)) throw new Error(`${name} has a handler already`);
    this.methods.set(name, method);
  }

  addListener(name: string, listener: Listener): void {
    if (this.listeners.has(name)) throw new Error(`${name} has a handler already`);
    this.listeners.set(name, listener);
  }

  /** From now on new requests are refused; those at work go on. */
  refuseNew(why: string): void {
    this.refusal ??= why;
  }

  request(id: RpcId, name: string, given: unknown): void {
    try {
      this.accept(id, name, given);
    } catch (error) {
      this.events.refuse(id, name, error);
    }
  }

  notification(name: string, given: unknown): void {
    const listener = this.listeners.get(name);
    if (!listener) return;
    const failed = (error: unknown): void =>
      this.log.warn({ err: error, method: name }, 'a notification was not handled');
    try {
      const params = paramsOf(given);
      const key = listener.key(params);
      this.atWork += 1;
      this.lanes.run(key, () =>
        this.whenDone(
          () => listener.handler(params),
          () => undefined,
          failed,
        ),
      );
    } catch (error) {
      failed(error);
    }
  }

  /** Ids that are not at work, or not of a slow method, are ignored: their answer is on its way. */
  cancel(id: RpcId): void {
    const request = this.requests.get(id);
    if (!request?.cancellable) return;
    this.stop(request, RpcError.of('cancelled', 'The request was cancelled'));
  }

  /** Aborts all, and answers what is not answered. */
  close(why: string): void {
    this.refuseNew(why);
    for (const request of [...this.requests.values()]) {
      this.stop(request, RpcError.of('shutting_down', why));
    }
  }

  private accept(id: RpcId, name: string, given: unknown): void {
    if (this.requests.has(id)) {
      throw RpcError.of('duplicate_id', 'A request with this id is still at work');
    }
    if (this.refusal !== undefined) throw RpcError.of('shutting_down', this.refusal);
    const method = this.methods.get(name);
    if (!method) throw RpcError.of('unsupported', 'Method not found');
    const params = paramsOf(given);
    const slow = method.pace === 'slow';
    const key = slow ? undefined : method.key(params);
    const request = new ServedRequest(id, name, slow, (error) =>
      this.log.error({ err: error, method: name }, 'a hook after an answer failed'),
    );
    this.requests.set(id, request);
    this.atWork += 1;
    const task = () => this.work(request, method.handler, params);
    if (slow) void task();
    else this.lanes.run(key, task);
  }

  private work(
    request: ServedRequest,
    handler: RequestHandler,
    params: Params,
  ): Promise<void> | undefined {
    return this.whenDone(
      // It may have been answered while it waited, by the end of the connection.
      () => (request.answered ? undefined : handler(params, request)),
      (result) => this.answer(request, { result }),
      (error) => this.answer(request, { error }),
    );
  }

  /** Does work that is done at once or later; what is done at once stays ahead of all that follows. */
  private whenDone(
    work: () => unknown,
    done: (result: unknown) => void,
    failed: (error: unknown) => void,
  ): Promise<void> | undefined {
    const settle = (end: () => void): void => {
      this.atWork -= 1;
      end();
      this.events.settled();
    };
    let result: unknown;
    try {
      result = work();
    } catch (error) {
      settle(() => failed(error));
      return undefined;
    }
    if (isThenable(result)) {
      return Promise.resolve(result).then(
        (value) => settle(() => done(value)),
        (error: unknown) => settle(() => failed(error)),
      );
    }
    settle(() => done(result));
    return undefined;
  }

  private stop(request: ServedRequest, error: RpcError): void {
    request.abort(error);
    this.answer(request, { error });
  }

  /** The first answer counts: a handler may end after its request was cancelled. */
  private answer(request: ServedRequest, outcome: Outcome): void {
    if (request.answered) return this.late(request, outcome);
    request.answered = true;
    this.requests.delete(request.id);
    this.events.answer(request, outcome);
  }

  private late({ method, signal }: ServedRequest, outcome: Outcome): void {
    if (!('error' in outcome) || outcome.error === signal.reason) return;
    if (outcome.error instanceof Error && outcome.error.name === 'AbortError') return;
    this.log.warn(
      { err: outcome.error, method },
      'a handler failed after its request was cancelled',
    );
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value;
}
