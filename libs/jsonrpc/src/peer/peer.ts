import { isObject } from '@kenny/kernel';
import { randomUUID } from 'node:crypto';
import { isId, VERSION, type Incoming, type Message, type RpcId } from '../messages/message.js';
import { RpcClosedError, RpcError } from '../messages/rpc-error.js';
import { Calls } from './calls.js';
import { Inbox } from './inbox.js';
import {
  DEFAULT_LIMITS,
  LSP_CANCEL,
  type Closed,
  type KeyOf,
  type NotificationHandler,
  type NotifyOptions,
  type PeerLimits,
  type PeerOptions,
  type RequestHandler,
  type RequestOptions,
} from './options.js';
import { Outbox, type SendOptions } from './outbox.js';
import { Served, type Outcome } from './served.js';
import { ServedRequest } from './served-request.js';

const sameKey: KeyOf = () => undefined;

/** One end of a JSON-RPC 2.0 connection: it serves requests and makes them. */
export class Peer {
  /** Resolves when the connection has ended and what could be written is written. Never rejects. */
  readonly closed: Promise<Closed>;
  private readonly limits: PeerLimits;
  private readonly inbox: Inbox;
  private readonly outbox: Outbox;
  private readonly served: Served;
  private readonly calls: Calls;
  private resolveClosed: (closed: Closed) => void = () => undefined;
  private ended: Closed | undefined;

  constructor(private readonly options: PeerOptions) {
    const { output, clock, log } = options;
    this.limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.closed = new Promise((resolve) => (this.resolveClosed = resolve));
    this.inbox = new Inbox(options, this.limits, {
      message: (message) => this.take(message),
      refuse: (error, id) => this.refuse(id, error),
      junk: (text) => this.tell(() => options.onJunk?.(text)),
      mayRead: () => this.served.inFlight < this.limits.maxInFlight && this.outbox.hasRoom,
      fatal: (why) => void this.end({ reason: 'fatal', error: new Error(why) }),
      end: (error) => void this.end(error ? { reason: 'end', error } : { reason: 'end' }),
    });
    this.outbox = new Outbox(output, this.limits.maxQueuedBytes, {
      overflow: () => this.tell(() => options.onOverflow?.()),
      drained: (dropped) => {
        this.tell(() => options.onDrained?.({ dropped }));
        this.inbox.wake();
      },
      broken: (error) => void this.end({ reason: 'output', error }),
    });
    this.served = new Served(log, {
      answer: (request, outcome) => this.answer(request, outcome),
      refuse: (id, method, error) => this.refuse(id, error, method),
      settled: () => this.inbox.wake(),
    });
    this.calls = new Calls(clock, (id) => this.tellCancelled(id));
  }

  /** What is kept at this moment: zero everywhere when nothing is at work. */
  get load() {
    const { outbox, calls, inbox } = this;
    return {
      ...this.served.load,
      calls: calls.size,
      queuedBytes: outbox.queuedBytes,
      keptBytes: inbox.keptBytes,
    };
  }

  /**
   * A method that is soon done: requests with the same key are answered in the order in which they
   * came. Without `key` all methods share one.
   */
  onQuick(method: string, handler: RequestHandler, key: KeyOf = sameKey): void {
    this.served.addMethod(method, { pace: 'quick', handler, key });
  }

  /** A method that holds up nothing, and that the other side may cancel. */
  onSlow(method: string, handler: RequestHandler): void {
    this.served.addMethod(method, { pace: 'slow', handler });
  }

  /**
   * Notifications take their turn as quick requests do. A handler that returns no promise is done
   * before the next message is looked at, so also before the answer that follows it.
   */
  onNotification(method: string, handler: NotificationHandler, key: KeyOf = sameKey): void {
    this.served.addListener(method, { handler, key });
  }

  /** Begins to read; all handlers should be there. */
  start(): void {
    void this.inbox.read();
  }

  /**
   * Returns whether there is room for more; without, await `drained` before the next one. After the
   * end it does nothing.
   * @throws TypeError when the params are not JSON, and what `outgoing` throws
   */
  notify(method: string, params?: object, { droppable, after }: NotifyOptions = {}): boolean {
    const gate = after instanceof ServedRequest ? after.gate : undefined;
    return this.post({ jsonrpc: VERSION, method, params }, { droppable: droppable === true, gate });
  }

  /**
   * Asks the other side; its result is not checked.
   * @throws RpcError with its error, RpcClosedError, RpcTimeoutError, or the signal's reason
   */
  request(method: string, params?: object, options: RequestOptions = {}): Promise<unknown> {
    return this.calls.make(method, options, (id) => {
      this.post({ jsonrpc: VERSION, id, method, params });
    });
  }

  /** Resolves when there is room for more, or when nothing will be written any more. */
  drained(): Promise<void> {
    return this.outbox.drained();
  }

  /** New requests are refused as `shutting_down`; those at work go on. */
  refuseNew(why = 'This program is shutting down'): void {
    this.served.refuseNew(why);
  }

  /** Ends the connection: writes what waits, aborts what is at work. */
  close(): Promise<Closed> {
    void this.end({ reason: 'closed' });
    return this.closed;
  }

  private take(message: Exclude<Incoming, { kind: 'invalid' }>): void {
    switch (message.kind) {
      case 'request':
        return this.served.request(message.id, message.method, message.params);
      case 'notification':
        return this.takeNotification(message.method, message.params);
      case 'result':
        return this.calls.resolve(message.id, message.result);
      case 'failure':
        return this.calls.reject(message.id, message.error);
      case 'nothing':
        return;
    }
  }

  private takeNotification(method: string, params: unknown): void {
    const { method: cancel, param } = this.options.cancelBy ?? LSP_CANCEL;
    if (method !== cancel) return this.served.notification(method, params);
    const id: unknown = isObject(params) ? params[param] : undefined;
    if (isId(id)) this.served.cancel(id);
  }

  private refuse(id: RpcId | null, error: unknown, method?: string): void {
    this.send(this.failure(id, method, error));
  }

  private answer(request: ServedRequest, outcome: Outcome): void {
    const { id, method } = request;
    if ('error' in outcome) this.send(this.failure(id, method, outcome.error));
    else this.send({ jsonrpc: VERSION, id, result: outcome.result ?? null });
    this.outbox.release(request.gate);
    if (!this.ended) request.runHooks();
  }

  /** What the other side may know of an error; everything else is logged under the id that it gets. */
  private failure(id: RpcId | null, method: string | undefined, error: unknown): Failure {
    if (error instanceof RpcError) return { jsonrpc: VERSION, id, error: error.toObject() };
    const errorId = this.options.newErrorId?.() ?? randomUUID();
    this.options.log.error({ err: error, errorId, method }, 'a handler failed');
    const told = RpcError.of('internal', 'Internal error', { errorId });
    return { jsonrpc: VERSION, id, error: told.toObject() };
  }

  /** An answer always leaves: when it is not JSON, or redaction fails, it is an error without detail. */
  private send(message: Answer): void {
    try {
      this.post(message);
    } catch (error) {
      const failure = this.failure(message.id, undefined, error);
      this.outbox.add(this.options.framing.encode(JSON.stringify(failure)));
    }
  }

  private post(message: Message, options: SendOptions = {}): boolean {
    const { outgoing, framing } = this.options;
    const json = JSON.stringify(outgoing ? outgoing(message) : message) as string | undefined;
    if (json === undefined) throw new TypeError('a message is not JSON');
    return this.outbox.add(framing.encode(json), options);
  }

  private tellCancelled(id: RpcId): void {
    const { method, param } = this.options.cancelBy ?? LSP_CANCEL;
    this.tell(() => this.post({ jsonrpc: VERSION, method, params: { [param]: id } }));
  }

  /** Callbacks of the owner: what they throw must not end the connection. */
  private tell(callback: () => void): void {
    try {
      callback();
    } catch (error) {
      this.options.log.error({ err: error }, 'a callback failed');
    }
  }

  private async end(closed: Closed): Promise<void> {
    if (this.ended) return;
    this.ended = closed;
    const { output, clock } = this.options;
    this.calls.close(new RpcClosedError(`The connection ended (${closed.reason})`));
    this.served.close('The connection is ending');
    if (closed.reason === 'fatal') {
      this.refuse(null, RpcError.of('frame_invalid', `Invalid frame: ${closed.error?.message}`));
    }
    this.inbox.close();
    await new Promise<void>((resolve) => {
      const timer = clock.setTimer(() => {
        output.destroy();
        resolve();
      }, this.limits.flushMs);
      void this.outbox.end().then(() => {
        timer.cancel();
        output.end();
        resolve();
      });
    });
    this.resolveClosed(closed);
  }
}

type Answer = Extract<Message, { id: unknown }>;
type Failure = Extract<Message, { error: unknown }>;
