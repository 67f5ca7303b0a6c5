import { type Clock, faultPoint } from '@kenny/kernel';
import { Logger } from '@nestjs/common';
import type { ServerIdentity } from '../../config/index.js';
import type { Reads, Tx, Writer } from '../../database/index.js';
import { KennyError } from '../../kernel/index.js';
import type { AuditChain, ChainHead } from '../audit-chain.js';
import { draftOf } from '../audit-draft.js';
import type { AuditEntry } from '../audit-entry.js';
import { AuditRowEntity } from '../audit-row.entity.js';
import type { CheckpointFile } from '../checkpoint-file.js';
import type { Checkpointer } from '../checkpointer.js';
import { AuditHold, lossView } from './audit-hold.js';
import type { ChainLoss, LossClaim } from './chain-loss.js';
import type { CheckpointSurvey } from './checkpoint-survey.js';
import { findLoss } from './find-loss.js';
import {
  ACCEPTED,
  acceptedArgs,
  acceptedRow,
  foundCut,
  foundEntry,
  type AcceptedRow,
} from './restore-row.js';

interface Parts {
  readonly chain: AuditChain;
  readonly file: CheckpointFile;
  readonly checkpointer: Checkpointer;
  readonly reads: Reads;
  readonly writer: Writer;
  readonly identity: ServerIdentity;
  readonly clock: Clock;
}

interface Acceptance {
  readonly row: AcceptedRow;
  readonly claim: LossClaim;
}

/**
 * Detects that the database is older than its checkpoints, and resumes once an admin has accepted
 * that: first a row with the server's signature, then a signed line in the checkpoint file. The
 * next start completes an interrupted acceptance; nobody can forge one without the key.
 */
export class LossKeeper {
  private readonly logger = new Logger('AuditLoss');
  readonly hold = new AuditHold();
  private loss: ChainLoss | null = null;
  private acceptance: Acceptance | undefined;

  constructor(private readonly parts: Parts) {}

  /** At the start, before any other row is written. */
  async look(survey: CheckpointSurvey, head: ChainHead): Promise<void> {
    const { reads, file, checkpointer, identity, chain } = this.parts;
    const loss = await findLoss({ reads, file, survey }, head);
    if (!loss) return;
    this.loss = loss;
    await checkpointer.pause();
    const keptRow = await reads.manager.findOneBy(AuditRowEntity, { seq: loss.kept.seq });
    const view = lossView(loss, keptRow ? new Date(keptRow.at).toISOString() : null);
    this.hold.begin(view);
    this.acceptance = await acceptedRow(reads, identity, chain.id, loss);
    if (this.acceptance) return this.finishAtStart(this.acceptance);
    this.logger.error(view.message);
    await this.noteFound(loss);
  }

  /** The server starts in any case, held even if that cannot be written. */
  private async finishAtStart(acceptance: Acceptance): Promise<void> {
    await this.finish(acceptance).catch((cause: unknown) => this.sayUnwritten(cause));
  }

  /** The accepting row, when only its line in the checkpoint file is missing. */
  get written(): number | undefined {
    return this.acceptance?.row.seq;
  }

  /**
   * Writes the row that accepts the loss, inside the caller's transaction.
   * @throws KennyError `conflict` when nothing is lost, or somebody else has accepted it
   */
  async acceptIn(tx: Tx, by: Pick<AuditEntry, 'actor' | 'door' | 'request_id'>): Promise<number> {
    const { chain, identity, clock } = this.parts;
    const { loss } = this;
    if (!loss || this.acceptance) throw nothingLost();
    const { kept, lost } = loss;
    // As the row will have it, which truncates long names.
    const { actor } = draftOf({ ...by, kind: 'restore', ok: true }, clock.now());
    const claim = { kept, lost, by: actor };
    const [row] = await chain.appendAfter(tx, (after) => {
      const args = acceptedArgs(identity, { chain: chain.id, after }, claim);
      const entry: AuditEntry = { ...by, kind: 'restore', target: ACCEPTED, ok: true, args };
      return [draftOf(entry, clock.now())];
    });
    if (!row) throw new Error('no row was written');
    tx.onCommit(() => (this.acceptance = { row, claim }));
    return row.seq;
  }

  /** After that commit: checkpoints start anew and changes run again. */
  async goOn(): Promise<void> {
    if (!this.loss) return;
    if (!this.acceptance) throw new Error('nobody has accepted the loss');
    faultPoint('server.loss_committed');
    try {
      await this.finish(this.acceptance);
    } catch (cause) {
      this.sayUnwritten(cause);
      throw new KennyError(
        'unavailable',
        'The loss is accepted, but the checkpoint file cannot be written. Check the disk of the ' +
          'server, then accept again. Until then no change runs.',
      );
    }
    faultPoint('server.loss_signed');
  }

  private sayUnwritten(cause: unknown): void {
    this.logger.error(`The checkpoint file cannot be written: ${String(cause)}`);
  }

  private async finish({ row, claim }: Acceptance): Promise<void> {
    const { file, checkpointer, chain } = this.parts;
    const { seq, sha256: head, at: time } = row;
    await file.append({ chain: chain.id, seq, head, time, loss: claim });
    checkpointer.startAnew(seq);
    this.loss = null;
    this.acceptance = undefined;
    this.hold.end();
    this.logger.warn(`Rows after ${claim.kept.seq} are accepted as lost; the audit goes on.`);
  }

  /** Once for each loss. */
  private async noteFound(loss: ChainLoss): Promise<void> {
    const { reads, writer, chain, clock } = this.parts;
    if (await foundCut(reads, loss.lost)) return;
    const draft = draftOf(foundEntry(loss), clock.now());
    try {
      await writer.write((tx) => chain.append(tx, [draft]));
    } catch (error) {
      // Held all the same; only the place of the cut is known less exactly later.
      this.logger.error(`The loss could not be noted in the audit: ${String(error)}`);
    }
  }
}

export function nothingLost(): KennyError {
  return new KennyError('conflict', 'No row is missing: there is no loss to accept.');
}
