import type { Clock, Timer } from '@kenny/kernel';
import type { GateEvent } from '@kenny/gate';
import { Inject, Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { CLOCK, KennyError } from '../kernel/index.js';
import { ApprovalsService, ChangedMeanwhile } from '../policy/index.js';
import { retryDelay } from '../scheduling/index.js';

/**
 * Eight of the longest answers, or 64 KiB for each of a thousand calls. Only calls under way get
 * here, since nothing new is sent meanwhile; what does not fit stays in the PCs' journals.
 */
const MOST_BYTES = 64 * 1024 * 1024;
/** Least weight of a step. */
const STEP_BYTES = 1024;

/**
 * `settled`: the gate takes none of the events (any more); `not_kept`: dropped here, so that the PC
 * has to be asked.
 */
export type Delivered = 'stored' | 'settled' | 'not_kept';

interface Step {
  /** Alternatives: the first that the gate takes is stored. */
  events: readonly GateEvent[];
  /** 0 unless it is kept for a retry. */
  bytes: number;
  /** An attempt failed, though it may have been committed. */
  failed: boolean;
  readonly tell: (delivered: Delivered) => void;
}

/** Steps of one approval in order. */
interface Line {
  readonly steps: Step[];
  working: Promise<void> | undefined;
}

/**
 * Stores outcomes, and keeps them in memory for retries while the database fails (ADR 0056). A
 * restart may lose them: the PCs' journals know.
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

  /** True while a step of that approval waits to be stored. */
  holds(approvalId: string): boolean {
    return this.lines.has(approvalId);
  }

  /**
   * Applies events to an approval, after those delivered before. Never rejects.
   * @param events - alternatives: the first that the gate takes counts
   */
  deliver(approvalId: string, ...events: [GateEvent, ...GateEvent[]]): Promise<Delivered> {
    const line = this.lines.get(approvalId) ?? { steps: [], working: undefined };
    // The first answer wins, as it would if it had been stored.
    if (line.steps.some((step) => step.events.some(isFinal))) return Promise.resolve('settled');
    this.lines.set(approvalId, line);
    return new Promise((tell) => {
      const step: Step = { events, bytes: 0, failed: false, tell };
      line.steps.push(step);
      if (line.steps.length === 1) this.work(approvalId, line);
      else this.keep(step, approvalId);
    });
  }

  /** What cannot be stored now is settled after the next start by asking the PCs. */
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

  /** @throws what is worth a retry */
  private async store(id: string, { events, failed }: Step): Promise<Delivered> {
    for (const event of events) {
      if (await this.isTaken(id, event)) return 'stored';
    }
    // A failed attempt may have been committed: then it has not been announced.
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

/** The gate's refusals: a retry would change nothing. */
function isRefusal(error: unknown): error is KennyError {
  if (!(error instanceof KennyError) || error instanceof ChangedMeanwhile) return false;
  return error.code !== 'unavailable';
}

/** Later events of the call are ignored. */
function isFinal(event: GateEvent): boolean {
  if (event.type !== 'call_status') return event.type === 'respond';
  return event.verdict.state === 'done' || event.verdict.state === 'not_seen';
}

function bytesOf({ events }: Step): number {
  return Math.max(STEP_BYTES, Buffer.byteLength(JSON.stringify(events)));
}
