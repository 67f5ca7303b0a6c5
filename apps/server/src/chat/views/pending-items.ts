import type { ApprovalView, ChatPending } from '@kenny/contract';
import { approvalView } from '@kenny/gate';
import { shownQuestion, type CallState, type TurnRecord } from '@kenny/session';
import { Injectable } from '@nestjs/common';
import { ApprovalsService } from '../../policy/index.js';

/** Approvals and questions that a turn is waiting for. */
@Injectable()
export class PendingItems {
  constructor(private readonly approvals: ApprovalsService) {}

  /** Undecided approvals and unanswered questions, in the order of the calls. */
  async of(turn: TurnRecord | null | undefined): Promise<ChatPending[]> {
    const pending: ChatPending[] = [];
    const seen = new Set<string>();
    for (const call of turn?.calls ?? []) {
      const { approval_id, question } = call;
      if (call.phase !== 'waiting') continue;
      if (question) pending.push(questionPending(call, question));
      if (approval_id === null || seen.has(approval_id)) continue;
      seen.add(approval_id);
      const { record } = await this.approvals.stored(approval_id);
      if (record.state === 'pending') pending.push(approvalPending(approvalView(record)));
    }
    return pending;
  }
}

/** Chat answers show the first one only. */
export function firstOf([pending]: readonly ChatPending[]): ChatPending | null {
  return pending ?? null;
}

export function approvalIn(
  pending: readonly ChatPending[],
  approvalId: string,
): ApprovalView | undefined {
  return pending.find(({ approval }) => approval?.id === approvalId)?.approval;
}

function approvalPending(approval: ApprovalView): ChatPending {
  const { tool, args, agent_id } = approval;
  return { kind: 'approval', tool, args, agent_id, approval };
}

function questionPending(
  { tool, args }: CallState,
  question: NonNullable<CallState['question']>,
): ChatPending {
  const { questions, ...shown } = shownQuestion(question);
  return {
    ...{ kind: 'question', tool, args: { ...args }, agent_id: null },
    question: { ...shown, questions: [...questions] },
  };
}
