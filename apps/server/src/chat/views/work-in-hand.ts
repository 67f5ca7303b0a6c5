import type { ApprovalView } from '@kenny/contract';
import { approvalView } from '@kenny/gate';
import type { OpenQuestion, TurnRecord } from '@kenny/session';
import { Injectable } from '@nestjs/common';
import { EventBus } from '../../kernel/index.js';
import { ApprovalsService } from '../../policy/index.js';
import { ChatStore } from '../store/chat-store.js';

/** A call that waits for a person: it has an approval or a question. */
export interface WaitingCall {
  readonly turn_id: string;
  readonly tool_call_id: string;
  readonly approval: ApprovalView | null;
  readonly question: OpenQuestion | null;
}

export interface InHand {
  readonly active: TurnRecord | null;
  readonly queue: readonly TurnRecord[];
  readonly waiting: readonly WaitingCall[];
  /** Older messages are being summarised. */
  readonly compacting: boolean;
}

/** What a conversation works on and waits for, right now. */
@Injectable()
export class WorkInHand {
  private readonly compacting = new Set<string>();

  constructor(
    private readonly store: ChatStore,
    private readonly approvals: ApprovalsService,
    events: EventBus,
  ) {
    events.on('chat.compacting', ({ session_id, phase }) => {
      if (phase === 'start') this.compacting.add(session_id);
      else this.compacting.delete(session_id);
    });
  }

  async of(sessionId: string): Promise<InHand> {
    const { active = null, queue = [] } = (await this.store.load(sessionId)) ?? {};
    const waiting: WaitingCall[] = [];
    for (const { phase, approval_id, question, tool_call_id } of active?.calls ?? []) {
      if (!active || phase !== 'waiting') continue;
      const approval = approval_id === null ? null : await this.pending(approval_id);
      if (approval || question) {
        waiting.push({ turn_id: active.id, tool_call_id, approval, question });
      }
    }
    return { active, queue, waiting, compacting: this.compacting.has(sessionId) };
  }

  private async pending(id: string): Promise<ApprovalView | null> {
    const { record } = await this.approvals.stored(id);
    return record.state === 'pending' ? approvalView(record) : null;
  }
}
