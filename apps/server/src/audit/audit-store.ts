import { join } from 'node:path';
import {
  SERVER_FILES,
  type AuditRowView,
  type AuditVerification,
  type Clock,
} from '@kenny/contract';
import type { AppConfig } from '../config/index.js';
import type { Reads, Writer } from '../database/index.js';
import type { ServerIdentity } from '../identity/index.js';
import { AuditChain, readHead, type ChainHead } from './audit-chain.js';
import { AuditReader } from './audit-reader.js';
import { AuditSpool } from './audit-spool.js';
import { AuditVerifier } from './audit-verifier.js';
import type { AuditWitness } from './audit-witness.js';
import { chainId } from './chain-id.js';
import { ChainedAuditLog, isUrgent } from './chained-audit-log.js';
import { CheckpointFile } from './checkpoint-file.js';
import { Checkpointer } from './checkpointer.js';
import type { AuditHold } from './loss/audit-hold.js';
import { CheckpointSurvey } from './loss/checkpoint-survey.js';
import { LossKeeper } from './loss/loss-keeper.js';

export interface AuditStoreParts {
  config: Pick<AppConfig, 'dataDir'>;
  writer: Writer;
  reads: Reads;
  identity: ServerIdentity;
  clock: Clock;
}

/** What readiness shows of the record; anything but zeros and null wants a person's eye. */
export interface AuditStatus {
  /** Rows that wait in memory for the database. */
  readonly waiting: number;
  /** Rows that wait in the spool file because the database did not take them. */
  readonly spooled: number;
  /** Rows that neither took. */
  readonly lost: number;
  /** Why the last checkpoint could not be written. */
  readonly checkpoint_trouble: string | null;
}

/** Everything of the record of one data folder: writing, reading, checkpoints, verification. */
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
    spool: AuditSpool,
    private readonly checkpointer: Checkpointer,
    chain: string,
  ) {
    this.known = start;
    this.chain = new AuditChain(chain, (head, rows) => {
      this.known = head;
      checkpointer.committed(head, rows.some(isUrgent));
      this.appended(rows);
    });
    this.log = new ChainedAuditLog(this.chain, parts.writer, spool, parts.clock);
    this.reader = new AuditReader(parts.reads);
    this.losses = new LossKeeper({ ...parts, chain: this.chain, file, checkpointer });
  }

  static async open(parts: AuditStoreParts): Promise<AuditStore> {
    const { config, reads, identity, clock } = parts;
    const chain = chainId(config.dataDir);
    const file = new CheckpointFile(join(config.dataDir, SERVER_FILES.auditCheckpoints), identity);
    const start = await readHead(reads.manager);
    const survey = await CheckpointSurvey.of(file, chain);
    const spool = new AuditSpool(join(config.dataDir, SERVER_FILES.auditSpool));
    await spool.open();
    const checkpointer = new Checkpointer(chain, file, clock, start, survey.head.seq);
    const store = new AuditStore(parts, start, file, spool, checkpointer, chain);
    await store.losses.look(survey, start);
    return store;
  }

  /** `seq` of the last row that is durable and has been told of. */
  get head(): number {
    return this.known.seq;
  }

  /** Refuses while the database lacks rows that were vouched for. */
  get hold(): AuditHold {
    return this.losses.hold;
  }

  /** Tells `listener` of rows once they are durable, in their order. */
  onAppended(listener: (rows: readonly AuditRowView[]) => void): void {
    this.appended = listener;
  }

  /** Reads the whole record; some seconds for a million rows, in turns with everybody else. */
  verify(witness?: AuditWitness): Promise<AuditVerification> {
    const { known } = this;
    return AuditVerifier.verify(this.parts.reads, this.chain.id, this.file, { known, witness });
  }

  status(): AuditStatus {
    const { waiting, spooled, lost } = this.log.status();
    const { trouble } = this.checkpointer.status();
    return { waiting, spooled, lost, checkpoint_trouble: trouble };
  }

  /** Vouches for rows that no checkpoint covers yet. */
  checkpoint(): Promise<void> {
    return this.checkpointer.settle();
  }

  /** Stores what waits and signs the end. */
  async close(): Promise<void> {
    await this.log.flush();
    await this.checkpointer.settle();
    await this.file.close();
  }
}
