import { Injectable } from '@nestjs/common';
import { AuditLog, AuditStore, type AuditEntry } from '../../audit/index.js';
import { by, LoginsService, type Acting } from '../../auth/index.js';
import { Writer } from '../../database/index.js';
import { ApprovalsService } from '../approvals/approvals.service.js';
import { AcceptLossService } from './accept-loss.service.js';

/** Where a data folder came from. */
export interface RestoredFrom {
  readonly file: string;
  readonly made_at: string;
  readonly audit_head: number;
}

export interface Restored {
  readonly sessions: number;
  readonly requests: number;
  /** Rows of which a newer checkpoint file knows; null when nobody can name any. */
  readonly lost: { readonly from: number; readonly to: number } | null;
}

/**
 * Begins life anew in a data folder that came from a backup: nobody stays logged in, nothing stays
 * open that may have been decided and run since, and the audit log says so.
 */
@Injectable()
export class RestoredService {
  constructor(
    private readonly audit: AuditStore,
    private readonly log: AuditLog,
    private readonly approvals: ApprovalsService,
    private readonly logins: LoginsService,
    private readonly losses: AcceptLossService,
    private readonly writer: Writer,
  ) {}

  async begin(acting: Acting, from: RestoredFrom): Promise<Restored> {
    const origin = by(acting);
    const { loss } = this.audit.hold;
    const row: AuditEntry = {
      ...origin,
      ...{ kind: 'restore', target: 'backup', ok: true, args: { ...from } },
    };
    if (!loss) {
      return this.writer.write(async (tx) => {
        await this.log.append(tx, row);
        const ended = await this.approvals.restoreIn(tx, origin);
        const sessions = await this.logins.endAllIn(tx, acting);
        return { sessions, requests: ended.length, lost: null };
      });
    }
    const { kept, lost } = loss;
    const shown = { kept_sha256: kept.sha256, lost_sha256: lost.sha256 };
    const done = await this.losses.accept(acting, shown);
    await this.writer.write((tx) => this.log.append(tx, row));
    return {
      sessions: done.sessions,
      requests: done.expired + done.lapsed + done.unknown,
      lost: { from: kept.seq + 1, to: Math.max(kept.seq + 1, lost.seq) },
    };
  }
}
