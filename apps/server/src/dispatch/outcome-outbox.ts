import type { Clock, Timer } from '@kenny/kernel';
import type { GateEvent } from '@kenny/gate';
import { Inject, Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { CLOCK, KennyError } from '../kernel/index.js';
import { ApprovalsService, ChangedMeanwhile } from '../policy/index.js';
import { retryDelay } from '../scheduling/index.js';

/**
 * Eight of the longest answers, or 64 KiB for each of a thousand calls. While nothing can be stored
 * nothing new is sent, so only calls under way get here; longer answers lie in the PCs' journals.
 */
const MOST_BYTES = 64 * 1024 * 1024;
/** What a step counts for at least. */
const STEP_BYTES = 1024;

/**
 * `stored`; `settled`: the gate takes none of it (any more); `not_kept`: it is forgotten here, so the
 * PC has to be asked.
 */
export type Delivered = 'stored' | 'settled' | 'not_kept';

interface Step {
  /** The first of them that the gate takes is stored. */
  events: readonly GateEvent[];
  /** 0 until it is kept. */
  bytes: number;
  /** An attempt has failed: it may have been stored all the same. */
  failed: boolean;
  readonly tell: (delivered: Delivered) => void;
}

/** Steps of one approval, in their order. */
interface Line {
  readonly steps: Step[];
  working: Promise<void> | undefined;
}

/**
 * What is known of calls and not stored yet (ADR 0056). A step is stored at once; while that fails
 * it is kept in memory and tried again, so an outcome in hand is not thrown away because the disk was
 * full or the database away. A restart needs none of it: the PCs' journals know.
 */
@Injectable()
export class OutcomeOutbox implements BeforeApplicationShutdown {
  private readonly logger = new Logger(OutcomeOutbox.name);
  private readonly lines = new Map<string, Line>();
  private keptBytes = 0;
  private failedRounds = 0;
  private storedSinceRound = false;
  private retry: Timer | undefined;
  private stopped = false;

  constructor(
    private readonly approvals: ApprovalsService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** True while something of that approval waits to be stored. */
  holds(approvalId: string): boolean {
    return this.lines.has(approvalId);
  }

  /**
   * Stores what happened to an approval, after what was delivered of it before. Never rejects.
   * @param events - of which the first that the gate takes counts
   */
  deliver(approvalId: string, ...events: [GateEvent, ...GateEvent[]]): Promise<Delivered> {
    const line = this.lines.get(approvalId) ?? { steps: [], working: undefined };
    // The first answer counts, as it would if it had been stored.
    if (line.steps.some((step) => step.events.some(isFinal))) return Promise.resolve('settled');
    this.lines.set(approvalId, line);
    return new Promise((tell) => {
      const step: Step = { events, bytes: 0, failed: false, tell };
      line.steps.push(step);
      if (line.steps.length === 1) this.work(approvalId, line);
      else this.keep(step, approvalId);
    });
  }

  /** What cannot be stored now is left to the next start, which asks the PCs. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    this.retry?.cancel();
    for (const [id, line] of this.lines) this.work(id, line);
    for (const { working } of [...this.lines.values()]) await working;
  }

  private work(id: string, line: Line): void {
    line.working ??= this.storeAll(id, line).finally(() => (line.working = undefined));
  }

  private async storeAll(id: string, line: Line): Promise<void> {
    for (let step = line.steps[0]; step; step = line.steps[0]) {
      try {
        const outcome = await this.store(id, step);
        this.storedSinceRound = true;
        this.drop(step, line);
        step.tell(outcome);
      } catch (error) {
        return this.stopped ? this.leave(id, line) : this.wait(id, step, error);
      }
    }
    this.lines.delete(id);
  }

  /** @throws whatever keeps it from being stored just now */
  private async store(id: string, { events, failed }: Step): Promise<Delivered> {
    for (const event of events) {
      if (await this.isTaken(id, event)) return 'stored';
    }
    // An attempt that seemed to fail may have been stored: then nobody has been told of it yet.
    if (failed) await this.tellOf(id);
    return 'settled';
  }

  private async tellOf(id: string): Promise<void> {
    try {
      this.approvals.announce((await this.approvals.stored(id)).record);
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
  }

  private async isTaken(id: string, event: GateEvent): Promise<boolean> {
    try {
      await this.approvals.apply(id, event);
      return true;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.logger.debug(`approval ${id} does not take "${event.type}": ${error.message}`);
      return false;
    }
  }

  private wait(id: string, step: Step, cause: unknown): void {
    if (this.keptBytes === 0) {
      this.logger.warn(`what became of a call is kept until it can be stored: ${String(cause)}`);
    }
    step.failed = true;
    this.keep(step, id);
    this.retry ??= this.clock.setTimer(() => this.round(), retryDelay(this.failedRounds));
  }

  private round(): void {
    this.retry = undefined;
    this.failedRounds = this.storedSinceRound ? 0 : this.failedRounds + 1;
    this.storedSinceRound = false;
    // All at once: they share the writer's transactions.
    for (const [id, line] of this.lines) this.work(id, line);
  }

  private keep(step: Step, id: string): void {
    if (step.bytes > 0) return;
    step.bytes = bytesOf(step);
    if (step.bytes > STEP_BYTES && this.keptBytes + step.bytes > MOST_BYTES) {
      this.logger.warn(`the answer to approval ${id} is not kept; its PC will be asked`);
      step.events = [{ type: 'lose', why: 'not_recorded' }];
      step.bytes = STEP_BYTES;
      step.tell('not_kept');
    }
    this.keptBytes += step.bytes;
  }

  private drop(step: Step, line: Line): void {
    line.steps.splice(line.steps.indexOf(step), 1);
    if (step.bytes === 0) return;
    this.keptBytes -= step.bytes;
    if (this.keptBytes > 0) return;
    this.failedRounds = 0;
    if (!this.stopped) this.logger.log('what became of calls is stored again');
  }

  private leave(id: string, line: Line): void {
    this.logger.warn(`what became of approval ${id} is left to the next start`);
    for (const step of [...line.steps]) {
      this.drop(step, line);
      step.tell('not_kept');
    }
    this.lines.delete(id);
  }
}

/** The gate has spoken: trying again would change nothing. */
function isRefusal(error: unknown): error is KennyError {
  if (!(error instanceof KennyError) || error instanceof ChangedMeanwhile) return false;
  return error.code !== 'unavailable';
}

/** After it nothing more of the call counts. */
function isFinal(event: GateEvent): boolean {
  if (event.type !== 'call_status') return event.type === 'respond';
  return event.verdict.state === 'done' || event.verdict.state === 'not_seen';
}

function bytesOf({ events }: Step): number {
  return Math.max(STEP_BYTES, Buffer.byteLength(JSON.stringify(events)));
}
