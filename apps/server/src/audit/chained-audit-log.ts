import { CATALOG, type AuditRowView, type Clock } from '@kenny/contract';
import { Logger } from '@nestjs/common';
import { In } from 'typeorm';
import type { Tx, Writer } from '../database/index.js';
import type { AuditChain } from './audit-chain.js';
import { draftOf, type AuditDraft } from './audit-draft.js';
import type { AuditEntry } from './audit-entry.js';
import { AuditLog } from './audit-log.js';
import { AuditRowEntity } from './audit-row.entity.js';
import type { AuditSpool } from './audit-spool.js';

/**
 * Rows of one transaction. So many keep up with all the calls that one core can answer; with 200 of
 * them rows came faster than they went, and waited in memory by the ten thousand.
 */
const BATCH_ROWS = 500;
/**
 * Recorded rows share a transaction with those of this time after the one before it began: each
 * costs a wait for the disk and as much CPU as a call. The first after a quiet moment goes at once.
 */
const PACE_MS = 10;
/** Recorded rows that wait in memory; beyond it they go to the spool at once. */
const MAX_WAITING = 20_000;

const CHANGES = new Set(
  CATALOG.tools.filter(({ effect }) => effect === 'change').map(({ name }) => name),
);

/** Rows after which nobody should be able to pretend: they get a checkpoint at once. */
export function isUrgent({ kind, tool }: Pick<AuditRowView, 'kind' | 'tool'>): boolean {
  if (kind === 'call') return tool !== null && CHANGES.has(tool);
  return kind !== 'chat';
}

/** The record on top of the chain: durable with a transaction, or on its own without a wait. */
export class ChainedAuditLog extends AuditLog {
  private readonly logger = new Logger('AuditLog');
  private waiting: AuditDraft[] = [];
  private pumping: Promise<void> | undefined;
  /** Ends the wait for company. */
  private hurry: (() => void) | undefined;
  private storedAt = Number.NEGATIVE_INFINITY;
  private lost = 0;

  constructor(
    private readonly chain: AuditChain,
    private readonly writer: Writer,
    private readonly spool: AuditSpool,
    private readonly clock: Clock,
  ) {
    super();
  }

  override append(tx: Tx, entry: AuditEntry): Promise<void> {
    return this.chain.append(tx, [draftOf(entry, this.clock.now())]);
  }

  override record(entry: AuditEntry): void {
    this.waiting.push(draftOf(entry, this.clock.now()));
    if (this.waiting.length >= BATCH_ROWS) this.hurry?.();
    this.pumping ??= this.pump();
  }

  /** Resolves when every recorded row is stored, spooled or counted as lost. */
  async flush(): Promise<void> {
    this.storedAt = Number.NEGATIVE_INFINITY;
    this.hurry?.();
    await this.pumping;
  }

  /** Stores what is spooled; a failure leaves it there. */
  async replay(): Promise<void> {
    if (this.spool.length === 0) return;
    await this.spool.replay((drafts) =>
      this.writer.write(async (tx) => this.chain.append(tx, await withoutStored(tx, drafts))),
    );
    this.logger.log('Spooled audit rows are stored.');
  }

  status(): { waiting: number; spooled: number; lost: number } {
    return { waiting: this.waiting.length, spooled: this.spool.length, lost: this.lost };
  }

  private async pump(): Promise<void> {
    // Rows of one tick share a transaction; so do those that come while one is being committed.
    await Promise.resolve();
    while (this.waiting.length > 0) {
      await this.company();
      if (this.waiting.length > MAX_WAITING) await this.keep(this.waiting.splice(0));
      else await this.store(this.waiting.splice(0, BATCH_ROWS));
    }
    this.pumping = undefined;
  }

  private async company(): Promise<void> {
    const left = this.storedAt + PACE_MS - this.clock.monotonic();
    if (left > 0 && this.waiting.length < BATCH_ROWS) {
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
  }

  private async store(drafts: AuditDraft[]): Promise<void> {
    try {
      await this.writer.write((tx) => this.chain.append(tx, drafts));
    } catch (error) {
      this.logger.error(`Audit rows could not be stored and are spooled: ${String(error)}`);
      await this.keep(drafts);
    }
  }

  private async keep(drafts: AuditDraft[]): Promise<void> {
    try {
      await this.spool.append(drafts);
    } catch (error) {
      this.lost += drafts.length;
      this.logger.error(`${drafts.length} audit rows are lost: ${String(error)}`);
    }
  }
}

async function withoutStored(tx: Tx, drafts: AuditDraft[]): Promise<AuditDraft[]> {
  const ids = drafts.map(({ id }) => id);
  const stored = await tx.manager.find(AuditRowEntity, {
    select: { seq: true, id: true },
    where: { id: In(ids) },
  });
  const known = new Set(stored.map(({ id }) => id));
  return drafts.filter(({ id }) => !known.has(id));
}
