import { Injectable } from '@nestjs/common';
import { PrincipalResolver } from '../../auth/index.js';
import { Writer, type Tx } from '../../database/index.js';
import { EventBus, type Principal } from '../../kernel/index.js';
import { ApprovalsRepository, type StoredApproval } from './approvals.repository.js';
import { ApprovalsService } from './approvals.service.js';
import { stillMay } from './still-may.js';

/**
 * What its requester may not ask for any more could not run: it is withdrawn when the right goes, so
 * that nobody reads and approves it for nothing. Those of tasks end with their task.
 */
@Injectable()
export class LostRights {
  constructor(
    private readonly repository: ApprovalsRepository,
    private readonly approvals: ApprovalsService,
    private readonly principals: PrincipalResolver,
    private readonly writer: Writer,
    events: EventBus,
  ) {
    events.on('access.ended', ({ token_id, session_id }) =>
      session_id === null ? this.withdraw(token_id) : undefined,
    );
  }

  private async withdraw(tokenId: string): Promise<void> {
    const waiting = await this.repository.pendingOfToken(tokenId);
    if (waiting.length === 0) return;
    await this.writer.write(async (tx) => {
      const holder = await this.principals.rightsIn(tokenId, tx);
      for (const id of waiting) await this.judge(tx, await this.approvals.stored(id, tx), holder);
    });
  }

  private async judge(tx: Tx, { record }: StoredApproval, holder: Principal | null): Promise<void> {
    if (record.state !== 'pending') return;
    if (holder && stillMay({ ...record, decisions: [] }, [holder])) return;
    const { name } = record.requested_by;
    const why = holder ? `${name} can no longer ask for this here` : `${name} no longer has access`;
    await this.approvals.cancelIn(tx, [record.id], why);
  }
}
