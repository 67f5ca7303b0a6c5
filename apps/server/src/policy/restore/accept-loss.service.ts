import type { ApprovalState, AuditLossState, LossAccepted } from '@kenny/contract';
import type { GateRecord } from '@kenny/gate';
import { Injectable } from '@nestjs/common';
import { AuditStore, nothingLost } from '../../audit/index.js';
import { by, LoginsService, type Acting } from '../../auth/index.js';
import { Writer } from '../../database/index.js';
import { KennyError } from '../../kernel/index.js';
import { ApprovalsService } from '../approvals/approvals.service.js';

/** The loss that was shown to whoever accepts it. */
export interface ShownLoss {
  readonly kept_sha256: string;
  readonly lost_sha256: string;
}

/**
 * Resumes with a database that is older than its checkpoints, once a person has accepted the loss.
 * Nothing open survives it: it may have been decided and run since.
 */
@Injectable()
export class AcceptLossService {
  constructor(
    private readonly audit: AuditStore,
    private readonly approvals: ApprovalsService,
    private readonly logins: LoginsService,
    private readonly writer: Writer,
  ) {}

  state(): AuditLossState {
    return { loss: this.audit.hold.loss };
  }

  /** @throws KennyError `conflict` when nothing is lost, or something else than was shown */
  async accept(acting: Acting, shown: ShownLoss): Promise<LossAccepted> {
    this.mustBeShown(shown);
    const origin = by(acting);
    const { losses } = this.audit;
    const { written } = losses;
    const done = await this.writer.write(async (tx): Promise<LossAccepted> => {
      // Accepted before, and only the checkpoint file could not be written.
      const row = written ?? (await losses.acceptIn(tx, origin));
      const ended = written === undefined ? await this.approvals.restoreIn(tx, origin) : [];
      const sessions = await this.logins.endAllIn(tx, acting);
      return { row, ...countsOf(ended), sessions };
    });
    await losses.goOn();
    return done;
  }

  private mustBeShown({ kept_sha256, lost_sha256 }: ShownLoss): void {
    const { loss } = this.audit.hold;
    if (!loss) throw nothingLost();
    if (loss.kept.sha256 === kept_sha256 && loss.lost.sha256 === lost_sha256) return;
    throw new KennyError('conflict', 'That is not what is missing here; read it again.');
  }
}

function countsOf(ended: readonly GateRecord[]) {
  const count = (...states: ApprovalState[]) =>
    ended.filter(({ state }) => states.includes(state)).length;
  return {
    expired: count('expired'),
    lapsed: count('lapsed'),
    unknown: count('unknown', 'failed'),
  };
}
