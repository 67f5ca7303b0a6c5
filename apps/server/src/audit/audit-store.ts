import { join } from 'node:path';
import { SERVER_FILES, type AuditRowView, type AuditVerification } from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import type { AppConfig, ServerIdentity } from '../config/index.js';
import type { Reads, Tx, Writer } from '../database/index.js';
import { AuditChain, readHead, type ChainHead } from './audit-chain.js';
import { AuditReader } from './audit-reader.js';
import { AuditVerifier } from './audit-verifier.js';
import type { AuditWitness } from './audit-witness.js';
import { chainId } from './chain-id.js';
import { ChainedAuditLog, isUrgent } from './chained-audit-log.js';
import { CheckpointFile } from './checkpoint-file.js';
import { Checkpointer } from './checkpointer.js';
import type { AuditHold } from './loss/audit-hold.js';
import { CheckpointSurvey } from './loss/checkpoint-survey.js';
import { LossKeeper } from './loss/loss-keeper.js';
import { SPOOL_NAMES, Spools } from './spool/spools.js';
import type { QueueLimits } from './spool/row-queue.js';

export interface AuditStoreParts {
  config: Pick<AppConfig, 'dataDir'>;
  writer: Writer;
  reads: Reads;
  identity: ServerIdentity;
  clock: Clock;
  /** Other bounds than usual. */
  limits?: { readonly spoolBytes?: number; readonly queue?: QueueLimits };
}

/** Audit state for readiness; anything but zeros and null needs attention. */
export interface AuditStatus {
  /** Rows that wait in memory for the database. */
  readonly waiting: number;
  /** Rows in the spool file, because the database did not take them. */
  readonly spooled: number;
  /** Dropped rows that no row tells of yet. */
  readonly lost: number;
  /** Age in ms of the oldest row that is not durable yet: what a kill would lose. */
  readonly oldest_ms: number;
  /** Why there is no spool file. */
  readonly spool_trouble: string | null;
  /** Why the last checkpoint could not be written. */
  readonly checkpoint_trouble: string | null;
}

/** The audit log of one data folder: writing, reading, checkpoints, verification. */
export class AuditStore {
  private known: ChainHead;
  private appended: (rows: readonly AuditRowView[]) => void = () => undefined;

  readonly log: ChainedAuditLog;
  readonly reader: AuditReader;
  readonly losses: LossKeeper;
  private readonly chain: AuditChain;

  private constructor(
    private readonly parts: AuditStoreParts,
    start: ChainHead,
    private readonly file: CheckpointFile,
    private readonly spools: Spools,
    private readonly checkpointer: Checkpointer,
    chain: string,
  ) {
    this.known = start;
    this.chain = new AuditChain(chain, (head, rows) => {
      this.known = head;
      checkpointer.committed(head, rows.some(isUrgent));
      this.log.databaseTookRows();
      this.appended(rows);
    });
    const { writer, clock, limits } = parts;
    this.log = new ChainedAuditLog(this.chain, writer, spools, clock, limits?.queue);
    this.reader = new AuditReader(parts.reads);
    this.losses = new LossKeeper({ ...parts, chain: this.chain, file, checkpointer });
  }

  static async open(parts: AuditStoreParts): Promise<AuditStore> {
    const { config, reads, identity, clock } = parts;
    const chain = chainId(config.dataDir);
    const file = new CheckpointFile(join(config.dataDir, SERVER_FILES.auditCheckpoints), identity);
    const start = await readHead(reads.manager);
    const survey = await CheckpointSurvey.of(file, chain);
    const spools = new Spools(config.dataDir, parts.limits?.spoolBytes);
    await spools.open(clock.now());
    const last = survey.top ? Date.parse(survey.top.time) : null;
    const checkpointer = new Checkpointer(chain, file, clock, start, survey.head.seq, last);
    const store = new AuditStore(parts, start, file, spools, checkpointer, chain);
    await store.losses.look(survey, start);
    return store;
  }

  /** `seq` of the last row that is durable and announced. */
  get head(): number {
    return this.known.seq;
  }

  /** Refuses changes while the database lacks rows that checkpoints vouch for. */
  get hold(): AuditHold {
    return this.losses.hold;
  }

  /** Calls `listener` with rows once they are durable, in order. */
  onAppended(listener: (rows: readonly AuditRowView[]) => void): void {
    this.appended = listener;
  }

  /** Calls `listener` in the transaction that stores rows: what it writes is durable with them. */
  onStoring(listener: (tx: Tx, rows: readonly AuditRowView[]) => Promise<void>): void {
    this.chain.within = listener;
  }

  /** Reads the whole audit log, yielding in between: some seconds for a million rows. */
  verify(witness?: AuditWitness): Promise<AuditVerification> {
    const { known } = this;
    return AuditVerifier.verify(this.parts.reads, this.chain.id, this.file, { known, witness });
  }

  status(): AuditStatus {
    const { state: _, ...counts } = this.log.status();
    const { trouble } = this.checkpointer.status();
    return { ...counts, spool_trouble: this.spools.trouble, checkpoint_trouble: trouble };
  }

  /** Rows that no checkpoint covers yet, and when the last one was signed (epoch ms). */
  checkpoints(): { readonly uncovered: number; readonly signedAt: number | null } {
    const { signed, signedAt } = this.checkpointer.status();
    return { uncovered: Math.max(0, this.head - signed), signedAt };
  }

  /** Signs a checkpoint for rows that none covers yet. */
  checkpoint(): Promise<void> {
    return this.checkpointer.settle();
  }

  /**
   * Stores what waits and signs a checkpoint, before the data folder is copied.
   * @returns files of it with rows that the database did not take: part of the audit log as well
   */
  async settle(): Promise<readonly string[]> {
    await this.log.flush();
    await this.log.tryReplay();
    await this.checkpoint();
    const { state, spooled, lost } = this.log.status();
    return spooled > 0 || lost > 0 || state !== 'database' ? SPOOL_NAMES : [];
  }

  /** Flushes waiting rows and signs the last checkpoint. */
  async close(): Promise<void> {
    await this.log.close();
    await this.checkpointer.settle();
    await this.file.close();
  }
}
