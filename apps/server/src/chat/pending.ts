import type { ApprovalView, ChatPending } from '@kenny/contract';
import { approvalView } from '@kenny/gate';
import type { TurnRecord } from '@kenny/session';
import { Injectable } from '@nestjs/common';
import { ApprovalsService } from '../policy/index.js';

/** What a turn waits for. */
@Injectable()
export class PendingApprovals {
  constructor(private readonly approvals: ApprovalsService) {}

  /** Those that a person could still say yes to, in the order of the calls. */
  async of(turn: TurnRecord | null | undefined): Promise<ApprovalView[]> {
    const waiting = (turn?.calls ?? []).flatMap(({ phase, approval_id }) =>
      phase === 'waiting' && approval_id !== null ? [approval_id] : [],
    );
    const views: ApprovalView[] = [];
    for (const id of new Set(waiting)) {
      const { record } = await this.approvals.stored(id);
      if (record.state === 'pending') views.push(approvalView(record));
    }
    return views;
  }
}

/** The first of them, as every answer of the chat shows it. */
export function pendingOf([approval]: readonly ApprovalView[]): ChatPending | null {
  if (!approval) return null;
  const { tool, args, agent_id } = approval;
  return { kind: 'approval', tool, args, agent_id, approval };
}
