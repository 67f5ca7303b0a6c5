import {
  cutText,
  encodeFrame,
  maskSecrets,
  type ArgsOf,
  type FrameOf,
  type ResultOf,
} from '@kenny/contract/agent';
import { refusal, type Answer, type Response } from './answers.js';
import { Call, type Ending } from './call.js';
import { earlyAnswer } from './execute.js';
import { QUEUE_LIMITS, RequestQueue, type Job } from './request-queue.js';
import { callRunner } from './run-call.js';
import type { Run, RunCallOptions } from './step.js';
import { ToolFailure } from '../errors/tool-failure.js';

interface Pending extends Job {
  readonly call: Call;
}

export interface DispatcherOptions extends RunCallOptions {
  /** Secrets without a recognisable form, masked in whatever leaves this PC. */
  secrets?: readonly string[];
  /** Called when a change has run. */
  changed?: () => void;
}

const { running, waiting } = QUEUE_LIMITS;
const BUSY = `busy: ${running} requests run and ${waiting} wait on this PC; try again later`;

/**
 * Queues requests off the socket's read loop, and sends each answer through whichever connection is
 * there when it is ready.
 */
export class Dispatcher {
  private readonly queue = new RequestQueue<Pending>();
  /** Waiting or running, by request id. */
  private readonly inFlight = new Map<string, Call>();
  private readonly idleWaiters: (() => void)[] = [];
  private readonly runCall: Run;
  private send: ((answer: Answer) => void) | undefined;

  constructor(private readonly options: DispatcherOptions) {
    this.runCall = callRunner(options);
  }

  /** Sends answers to a new connection from now on. */
  attach(send: (answer: Answer) => void): void {
    this.send = send;
  }

  /**
   * The connection ended. Waiting calls are dropped and reads are ended: nobody waits for them.
   * Running changes continue, because half a change is worse; the journal keeps their answers.
   */
  detach(): void {
    this.send = undefined;
    for (const { call } of this.queue.withdraw(() => true)) this.inFlight.delete(call.id);
    this.endAll('disconnected', '', (call) => !call.changes);
    this.tellIdle();
  }

  receive(frame: FrameOf<'request'>): void {
    let call: Call;
    try {
      call = Call.from(frame);
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error;
      this.answer(refusal(frame.id, error.code, error.message));
      return;
    }
    if (call.changes) this.options.faults.reach('request_received');
    const same = this.inFlight.get(call.id);
    if (same) this.receiveAgain(call, same);
    else this.enqueue(call);
  }

  /** The server no longer wants the answer. Unknown ids are ignored: the answer was on its way. */
  cancel(id: string): void {
    this.inFlight.get(id)?.end('cancelled');
    for (const { call } of this.queue.withdraw((job) => job.call.id === id)) {
      this.inFlight.delete(id);
      this.answer(earlyAnswer(call, 'cancelled', ''));
    }
  }

  /** The kill switch was turned off: ends running change tools. */
  endChanges(reason: string): void {
    this.endAll('switched_off', reason, (call) => call.changes);
  }

  /** Resolves once nothing waits or runs. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.idleWaiters.push(resolve);
      this.tellIdle();
    });
  }

  /** Ends everything; resolves when the last answer is journalled and handed over. */
  async stop(): Promise<void> {
    for (const { call } of this.queue.withdraw(() => true)) this.inFlight.delete(call.id);
    this.endAll('stopping', '', () => true);
    await this.idle();
    this.send = undefined;
  }

  /** State of an earlier change call (`call_status`, design §6). */
  async statusOf({ id, most, from }: ArgsOf<'call_status'>): Promise<ResultOf<'call_status'>> {
    if (this.inFlight.get(id)?.changes) return { state: 'running' };
    const known = await this.options.journal.lookUp(id);
    if (!known) return { state: 'not_seen' };
    if (known.kind !== 'finished') return { state: known.kind };
    const { response } = known;
    if (!response) return { state: 'done' };
    return { state: 'done', ...(most ? this.stored(response, from ?? 0, most) : { response }) };
  }

  /** Part of a stored answer and its full size. Masked before it is cut, so no secret is split. */
  private stored(
    response: Response,
    from: number,
    most: number,
  ): Pick<ResultOf<'call_status'>, 'size' | 'text'> {
    const text = Buffer.from(maskSecrets(encodeFrame(response), this.options.secrets ?? []));
    return { size: text.length, text: cutText(text, Math.min(from, text.length), most) };
  }

  private enqueue(call: Call): void {
    const job: Pending = { call, run: () => this.run(call) };
    this.inFlight.set(call.id, call);
    if (this.queue.offer(job)) return;
    this.inFlight.delete(call.id);
    this.answer(refusal(call.id, 'internal', BUSY));
  }

  /** The answer to the first of two equal requests answers both. */
  private receiveAgain(call: Call, first: Call): void {
    this.options.log.warn('a request came twice', { call_id: call.id, tool: call.tool });
    if (call.digest === first.digest) return;
    this.answer(refusal(call.id, 'bad_args', 'this id is in use by another call; it is not run'));
  }

  private async run(call: Call): Promise<void> {
    const { faults } = this.options;
    const answer = await this.runCall(call);
    this.inFlight.delete(call.id);
    if (call.changes) faults.reach('before_send');
    if (call.early?.ending !== 'disconnected') this.answer(answer);
    if (call.changes) faults.reach('after_send');
    if (call.changes && answer.response.ok) this.options.changed?.();
    this.tellIdle();
  }

  private answer(answer: Answer): void {
    this.send?.(answer);
  }

  private endAll(ending: Ending, detail: string, which: (call: Call) => boolean): void {
    for (const call of this.inFlight.values()) if (which(call)) call.end(ending, detail);
  }

  private tellIdle(): void {
    if (this.inFlight.size > 0) return;
    for (const resolve of this.idleWaiters.splice(0)) resolve();
  }
}
