import { CATALOG, type AuditRowView } from '@kenny/contract';
import type { Clock, Timer } from '@kenny/kernel';
import { In } from 'typeorm';
import type { Tx, Writer } from '../database/index.js';
import { KennyError } from '../kernel/index.js';
import type { AuditChain } from './audit-chain.js';
import { draftOf, type AuditDraft } from './audit-draft.js';
import type { AuditEntry } from './audit-entry.js';
import { AuditLog } from './audit-log.js';
import { AuditRowEntity } from './audit-row.entity.js';
import { gapOf, gapRow } from './spool/gap.js';
import { Keeping, type KeepingState } from './spool/keeping.js';
import {
  queuedRow,
  RowQueue,
  type QueuedRow,
  type QueueLimits,
  type Waiter,
} from './spool/row-queue.js';
import type { Spools } from './spool/spools.js';

/**
 * Rows per transaction: keeps up with all calls that one core can answer. With 200, rows piled up
 * in memory by the ten thousand.
 */
const BATCH_ROWS = 500;
/**
 * Recorded rows of this interval share a transaction, which costs an fsync and as much CPU as a
 * call. The first after a quiet moment goes at once.
 */
const PACE_MS = 10;
/** Rows in memory; beyond it they are dropped and counted. */
export const QUEUE_LIMITS: QueueLimits = { rows: 20_000, bytes: 32 * 1024 * 1024 };
/** Retry interval when neither database nor spool takes rows. */
const RETRY_MS = 1_000;
/** How outdated the gap file may be. */
const NOTE_MS = 1_000;

const CHANGES = new Set(
  CATALOG.tools.filter(({ effect }) => effect === 'change').map(({ name }) => name),
);

/** Rows that must not be deniable: they get a checkpoint at once. */
export function isUrgent({ kind, tool }: Pick<AuditRowView, 'kind' | 'tool'>): boolean {
  if (kind === 'call') return tool !== null && CHANGES.has(tool);
  return kind !== 'chat';
}

/** See `AuditStatus`. */
export interface LogStatus {
  readonly state: KeepingState;
  readonly waiting: number;
  readonly spooled: number;
  readonly lost: number;
  readonly oldest_ms: number;
}

/** Audit log on top of the chain: durable with a transaction, or in the background. */
export class ChainedAuditLog extends AuditLog {
  private readonly keeping = new Keeping();
  private readonly queue: RowQueue;
  private pumping: Promise<void> | undefined;
  private overflowing: Promise<unknown> | undefined;
  /** Ends the batching interval. */
  private hurry: (() => void) | undefined;
  /** A caller waits for a row: no batching interval. */
  private awaited = false;
  private storedAt = Number.NEGATIVE_INFINITY;
  /** Retry timer while rows stay in memory because nothing else takes them. */
  private stuck: Timer | undefined;
  private noting: Timer | undefined;

  constructor(
    private readonly chain: AuditChain,
    private readonly writer: Writer,
    private readonly spools: Spools,
    private readonly clock: Clock,
    limits: QueueLimits = QUEUE_LIMITS,
  ) {
    super();
    this.queue = new RowQueue(limits);
  }

  override append(tx: Tx, entry: AuditEntry): Promise<void> {
    return this.chain.append(tx, [draftOf(entry, this.clock.now())]);
  }

  override record(entry: AuditEntry): void {
    this.add(entry);
  }

  override recordDurably(entry: AuditEntry): Promise<void> {
    return new Promise((resolve, reject) => this.add(entry, { resolve, reject }));
  }

  override mustTake(what: 'sensitive' | 'change'): void {
    if (what === 'sensitive' ? this.stuck : this.queue.isFull) {
      throw new KennyError(
        'unavailable',
        'The server cannot write its record just now (its disk may be full); nothing was done. ' +
          'Make room on the disk of the server, then try again.',
      );
    }
  }

  /** Resolves when every recorded row is stored or spooled, or nothing takes what is left. */
  async flush(): Promise<void> {
    await this.overflowing;
    const begunBefore = this.pumping !== undefined;
    await this.pumpNow();
    // What failed in an attempt from before may succeed now.
    if (begunBefore && this.queue.length > 0) await this.pumpNow();
  }

  private pumpNow(): Promise<void> {
    this.storedAt = Number.NEGATIVE_INFINITY;
    this.hurry?.();
    return (this.pumping ??= this.pump());
  }

  /** Stores what is spooled; a failure leaves it there. */
  async replay(): Promise<void> {
    await this.spools.prepare();
    await this.spools.replay((drafts) =>
      this.writer.write(async (tx) => this.chain.append(tx, await withoutStored(tx, drafts))),
    );
    await this.tellGap();
    if (!this.stuck && this.spools.length === 0) this.keeping.end();
  }

  /** The same as a task: logs a failure once, not each time. */
  async tryReplay(): Promise<void> {
    try {
      await this.replay();
    } catch (error) {
      this.keeping.worsen('spool', error);
    }
  }

  /** Another write succeeded: the database may take ours again. */
  databaseTookRows(): void {
    if (this.stuck) this.retry();
  }

  /** Flushes. What nothing takes is counted, and a row tells of it after the next start. */
  async close(): Promise<void> {
    await this.flush();
    this.stuck?.cancel();
    const left = this.queue.take(this.queue.length);
    this.queue.done(left);
    this.drop(left, 'the server stops');
    this.noting?.cancel();
    await this.spools.close();
  }

  status(): LogStatus {
    const { oldest, held } = this.queue;
    return {
      state: this.keeping.state,
      waiting: held,
      spooled: this.spools.length,
      lost: this.spools.gaps.count,
      oldest_ms: oldest === undefined ? 0 : Math.round(this.clock.monotonic() - oldest),
    };
  }

  private add(entry: AuditEntry, waiter?: Waiter): void {
    const row = queuedRow(draftOf(entry, this.clock.now()), this.clock.monotonic(), waiter);
    if (!this.queue.add(row)) return this.drop([row], 'too many rows wait');
    if (this.stuck) return waiter?.reject(notDurable());
    this.awaited ||= waiter !== undefined;
    if (this.awaited || this.queue.length >= BATCH_ROWS) this.hurry?.();
    if (this.queue.isLong && this.pumping) this.overflowing ??= this.overflow();
    this.pumping ??= this.pump();
  }

  private async pump(): Promise<void> {
    // Rows of one tick share a transaction; so do those that come while one is being committed.
    await Promise.resolve();
    while (this.queue.length > 0) {
      await this.company();
      if (!(await this.store(this.queue.take(BATCH_ROWS)))) break;
    }
    this.pumping = undefined;
    if (this.queue.length === 0 && !this.stuck) await this.tellGap().catch(() => undefined);
  }

  private async company(): Promise<void> {
    const left = this.storedAt + PACE_MS - this.clock.monotonic();
    if (left > 0 && !this.awaited && this.queue.length < BATCH_ROWS) {
      await new Promise<void>((resolve) => {
        const timer = this.clock.setTimer(resolve, left);
        this.hurry = () => {
          timer.cancel();
          resolve();
        };
      });
      this.hurry = undefined;
    }
    this.storedAt = this.clock.monotonic();
    this.awaited = false;
  }

  /** False when neither the database nor the spool took all of them. */
  private async store(rows: QueuedRow[]): Promise<boolean> {
    try {
      await this.writer.write((tx) => this.chain.append(tx, draftsOf(rows)));
    } catch (error) {
      return this.keep(rows, error);
    }
    this.durable(rows);
    this.unstick();
    return true;
  }

  private async keep(rows: QueuedRow[], cause: unknown): Promise<boolean> {
    let taken = 0;
    let why = cause;
    try {
      taken = await this.spools.append(draftsOf(rows));
    } catch (error) {
      why = error;
    }
    this.durable(rows.slice(0, taken));
    this.keeping.count({ spooled: taken });
    const left = rows.slice(taken);
    if (left.length === 0) {
      this.keeping.worsen('spool', why);
      this.unstick();
      return true;
    }
    this.queue.putBack(left);
    for (const { waiter } of left) waiter?.reject(notDurable());
    this.keeping.worsen('memory', why);
    await this.stick();
    return false;
  }

  /** The database is slow and memory fills up: the oldest rows go to the spool. */
  private async overflow(): Promise<void> {
    while (this.queue.isLong && this.queue.length > 0 && !this.stuck) {
      if (!(await this.keep(this.queue.take(BATCH_ROWS), 'more rows come than it stores'))) break;
    }
    this.overflowing = undefined;
  }

  private durable(rows: readonly QueuedRow[]): void {
    this.queue.done(rows);
    for (const { waiter } of rows) waiter?.resolve();
  }

  private drop(rows: readonly QueuedRow[], why: string): void {
    if (rows.length === 0) return;
    this.spools.gaps.add(gapOf(draftsOf(rows), this.clock.now()));
    this.keeping.count({ dropped: rows.length });
    this.keeping.worsen('dropped', why);
    this.noting ??= this.clock.setTimer(() => void this.note(), NOTE_MS);
    for (const { waiter } of rows) waiter?.reject(notDurable());
  }

  private async stick(): Promise<void> {
    this.stuck?.cancel();
    this.stuck = this.clock.setTimer(() => this.retry(), RETRY_MS);
    await this.note();
  }

  /** Notes in the gap file what a kill would lose. */
  private async note(): Promise<void> {
    this.noting?.cancel();
    this.noting = undefined;
    await this.spools.gaps.note(gapOf(this.queue.drafts(), this.clock.now()));
  }

  private unstick(): void {
    this.stuck?.cancel();
    this.stuck = undefined;
  }

  private retry(): void {
    void this.pumpNow();
  }

  /** One row for all dropped ones, once there is room again. */
  private async tellGap(): Promise<void> {
    await this.spools.gaps.tell((gap) =>
      this.writer.write(async (tx) =>
        this.chain.append(tx, await withoutStored(tx, [gapRow(gap, this.clock.now())])),
      ),
    );
  }
}

const draftsOf = (rows: readonly QueuedRow[]): AuditDraft[] => rows.map(({ draft }) => draft);

const notDurable = () =>
  new KennyError(
    'unavailable',
    'This is not shown: it could not be recorded. The disk of the server may be full; make room ' +
      'there, then try again.',
  );

async function withoutStored(tx: Tx, drafts: AuditDraft[]): Promise<AuditDraft[]> {
  const ids = drafts.map(({ id }) => id);
  const stored = await tx.manager.find(AuditRowEntity, {
    select: { seq: true, id: true },
    where: { id: In(ids) },
  });
  const known = new Set(stored.map(({ id }) => id));
  return drafts.filter(({ id }) => !known.has(id));
}
