import type { Clock } from '@kenny/kernel';
import { Logger } from '@nestjs/common';
import { KennyError } from '../kernel/index.js';
import { troubleOf, type DatabaseTrouble } from './database-trouble.js';
import type { WriteConnection } from './write-connection.js';
import { WriteJob } from './write-job.js';
import { TroubleWatch, type WriteTrouble } from './write-trouble.js';
import { Writer, type Tx, type WriteLane, type WriterHealth, type WriterStats } from './writer.js';

/** Bounds of one transaction: what is open longer keeps everybody's answer waiting. */
export interface BatchLimits {
  readonly maxJobs: number;
  readonly maxMs: number;
}

export const BATCH: BatchLimits = { maxJobs: 512, maxMs: 50 };
/** Beyond it `write` refuses: a disk that stalls must not fill the memory. */
export const MAX_QUEUED = 10_000;
/** A job that runs longer waits for something it must not wait for. */
const STUCK_MS = 10_000;

/**
 * Group commit on one writing connection: a transaction, a savepoint per job, COMMIT, then the
 * answers. What arrives while a batch is open joins it, up to its bounds; a lone job is committed
 * at once, so nobody waits for company. On SQLite this is the writer (every lane is the same
 * queue); on PostgreSQL there is one for each lane.
 */
export class GroupCommit extends Writer {
  private readonly logger = new Logger('Writer');
  private readonly queue: WriteJob[] = [];
  private readonly counts = { running: 0, committed: 0, failed: 0, batches: 0 };
  private readonly limits: BatchLimits;
  private readonly watch: TroubleWatch;
  /** What a job of this batch met that the next write would meet too. */
  private suffered: { cause: unknown } | undefined;
  private lastCommit: WriterHealth['lastCommit'] = null;
  private draining: Promise<void> | undefined;
  private batch: Promise<void> | undefined;
  private closed = false;

  constructor(
    private readonly connection: WriteConnection,
    private readonly clock: Clock,
    { limits = BATCH, name = 'main' }: { limits?: BatchLimits; name?: string } = {},
  ) {
    super();
    this.limits = limits;
    this.watch = new TroubleWatch({ name, clock, probe: (trouble) => this.probe(trouble) });
    connection.onLost?.(() => this.refuseWaiting());
  }

  override get trouble(): KennyError | null {
    if (this.closed) return new KennyError('unavailable', 'The server is stopping; try again.');
    return this.connection.trouble ?? this.lasting?.error ?? null;
  }

  override write<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const refusal = this.refusal();
    if (refusal) return Promise.reject(refusal);
    if (this.queue.length >= MAX_QUEUED) {
      return Promise.reject(
        new KennyError('unavailable', 'The database cannot keep up; try again in a moment.'),
      );
    }
    return new Promise<T>((resolve, reject) => {
      this.enqueue(WriteJob.of(work, resolve, reject));
    });
  }

  override async flush(): Promise<void> {
    if (!this.draining) return;
    // Jobs are settled in order: an empty one at the end comes after all before it.
    await new Promise<void>((resolve) => {
      this.enqueue(
        WriteJob.of(
          () => Promise.resolve(),
          resolve,
          // Refused before the batch that runs has ended.
          () => resolve(this.batch),
        ),
      );
    });
  }

  override stats(): WriterStats {
    return { queued: this.queue.length, ...this.counts };
  }

  override byLane(): Partial<Record<WriteLane, WriterStats>> {
    return { main: this.stats() };
  }

  override health(): WriterHealth {
    this.notice();
    const stopped = this.connection.trouble ? this.watch.current : this.lasting;
    return { trouble: stopped ?? null, lastCommit: this.lastCommit };
  }

  override onRecovered(listener: () => void): void {
    this.watch.onEnded(listener);
  }

  /** Refuses new jobs and settles those that wait. */
  async close(): Promise<void> {
    this.closed = true;
    await this.draining;
    await this.watch.close();
  }

  /** The trouble that the next write would meet as well. */
  private get lasting(): WriteTrouble | undefined {
    const { current } = this.watch;
    return current && this.connection.lasting.has(current.kind) ? current : undefined;
  }

  private lasts(cause: unknown): boolean {
    const trouble = troubleOf(cause);
    return trouble !== undefined && this.connection.lasting.has(trouble);
  }

  /** A connection that was lost while nobody wrote. */
  private notice(): void {
    if (this.connection.trouble) this.watch.begin(this.connection.trouble, 0);
  }

  private refusal(): KennyError | null {
    this.notice();
    const { trouble } = this;
    if (trouble && !this.closed) this.watch.refused(1);
    return trouble;
  }

  private async probe(trouble: DatabaseTrouble): Promise<void> {
    if (this.connection.lasting.has(trouble)) return this.connection.probe(trouble);
    if (this.connection.trouble) throw this.connection.trouble;
    // Others write already: in turn with them.
    return new Promise<void>((resolve, reject) => {
      this.enqueue(WriteJob.of(() => Promise.resolve(), resolve, reject));
    });
  }

  private enqueue(job: WriteJob): void {
    this.queue.push(job);
    this.draining ??= this.drain();
  }

  private async drain(): Promise<void> {
    // One turn of the microtask queue, so that the jobs of one tick share their batch.
    await Promise.resolve();
    while (this.queue.length > 0) {
      if (this.lasting) this.refuseQueue(this.lasting.error);
      else await (this.batch = this.commitBatch());
    }
    this.draining = undefined;
  }

  private refuseQueue(refusal: KennyError): void {
    const jobs = this.queue.splice(0);
    this.counts.failed += jobs.length;
    this.watch.refused(jobs.length);
    for (const job of jobs) job.fail(refusal, this.reportHook);
  }

  /** The batch that runs hears it from its own statement; whoever waits behind it, now. */
  private refuseWaiting(): void {
    const { trouble } = this.connection;
    if (!trouble) return;
    this.notice();
    this.refuseQueue(trouble);
  }

  private async commitBatch(): Promise<void> {
    const done: WriteJob[] = [];
    this.counts.batches += 1;
    this.suffered = undefined;
    try {
      await this.connection.begin();
    } catch (cause) {
      await this.abandon(this.queue.splice(0, this.limits.maxJobs), cause);
      return;
    }
    try {
      await this.runJobs(done);
      await this.connection.commit();
    } catch (cause) {
      await this.abandon(done, cause);
      return;
    } finally {
      this.counts.running = 0;
    }
    this.counts.committed += done.length;
    this.committed();
    for (const job of done) job.settle(this.reportHook);
  }

  private committed(): void {
    this.lastCommit = { ok: true, at: this.clock.monotonic() };
    if (!this.lasting) this.watch.end();
    // The commit was not touched by what one of its jobs met; the next one would be.
    if (this.suffered) this.watch.begin(this.suffered.cause, 1);
  }

  private async runJobs(done: WriteJob[]): Promise<void> {
    const endBy = this.clock.monotonic() + this.limits.maxMs;
    for (let taken = 0; taken < this.limits.maxJobs; taken += 1) {
      const job = this.queue.shift();
      if (!job) return;
      this.counts.running += 1;
      const failure = await this.attempt(job);
      if (failure) {
        await this.undoOne(job, failure.cause, done);
      } else {
        done.push(job);
        if (this.queue.length > 0) await this.connection.nextJob();
      }
      if (this.clock.monotonic() >= endBy) return;
    }
  }

  private async attempt(job: WriteJob): Promise<{ cause: unknown } | undefined> {
    const watchdog = this.clock.setTimer(() => {
      this.logger.error('A write job has been running for 10 s; every other write waits for it.');
    }, STUCK_MS);
    try {
      await job.run(this.connection.manager);
      this.connection.judgeJob();
      return undefined;
    } catch (cause) {
      return { cause };
    } finally {
      watchdog.cancel();
    }
  }

  private async undoOne(job: WriteJob, cause: unknown, done: WriteJob[]): Promise<void> {
    try {
      await this.connection.undoJob();
    } catch {
      // The whole transaction is gone (disk full, connection lost); the job's error says why.
      done.push(job);
      throw cause;
    }
    this.counts.failed += 1;
    if (this.lasts(cause)) this.suffered ??= { cause };
    job.fail(this.connection.refusalOf(cause), this.reportHook);
  }

  /** Nothing of the batch is stored: leave no transaction open, undo newest first, tell everybody. */
  private async abandon(jobs: WriteJob[], cause: unknown): Promise<void> {
    try {
      await this.connection.rollback();
    } catch (error) {
      this.logger.error(`A transaction could not be rolled back: ${String(error)}`);
    }
    this.counts.failed += jobs.length;
    this.lastCommit = { ok: false, at: this.clock.monotonic() };
    if (this.connection.trouble || this.lasts(cause)) this.watch.begin(cause, jobs.length);
    const refusal = this.connection.refusalOf(cause);
    for (const job of jobs.reverse()) job.fail(refusal, this.reportHook);
  }

  private readonly reportHook = (error: unknown): void => {
    this.logger.error(`A hook of a write job failed: ${String(error)}`);
  };
}
