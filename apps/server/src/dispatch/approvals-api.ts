import {
  LONGEST_DECISION_WAIT_S,
  type ApprovalList,
  type ApprovalState,
  type ApprovalView,
  type DecideBody,
} from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import { approvalView } from '@kenny/gate';
import { Inject, Injectable } from '@nestjs/common';
import { cursorOf, placeOf } from '../database/index.js';
import { CLOCK, type CallContext, type CallSignal, type Principal } from '../kernel/index.js';
import { ApprovalsReader, ApprovalsService } from '../policy/index.js';
import { CallFacts } from './call-facts.js';
import { Decisions } from './decisions.service.js';

export interface ListRequest {
  readonly state?: ApprovalState | undefined;
  readonly agent_id?: string | undefined;
  readonly tool?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Approvals as people list, read and decide them, at every door alike. */
@Injectable()
export class ApprovalsApi {
  constructor(
    private readonly approvals: ApprovalsService,
    private readonly reader: ApprovalsReader,
    private readonly decisions: Decisions,
    private readonly facts: CallFacts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Newest first. */
  async list({ agents }: Principal, asked: ListRequest): Promise<ApprovalList> {
    const { state, agent_id, tool, limit, cursor } = asked;
    const { records, next } = await this.reader.page({
      ...{ agents, limit },
      ...(state ? { state } : {}),
      ...(agent_id === undefined ? {} : { agentId: agent_id }),
      ...(tool === undefined ? {} : { tool }),
      ...(cursor === undefined ? {} : { before: placeOf(cursor) }),
    });
    return { items: records.map(approvalView), next_cursor: next && cursorOf(next) };
  }

  /** With what has changed while it waits. @throws KennyError `not_found` */
  async show(principal: Principal, id: string): Promise<ApprovalView> {
    return this.facts.atReading(await this.approvals.seenBy(principal, id));
  }

  /** Answers at once, or with `waitS` when the call has ended or that time is over. */
  async decide(
    ctx: CallContext,
    id: string,
    decision: DecideBody,
    waitS: number | undefined,
  ): Promise<ApprovalView> {
    const approval = await this.decisions.decide(ctx, id, decision);
    if (waitS === undefined || approval.state !== 'approved') return approval;
    return this.outcome(id, Math.min(LONGEST_DECISION_WAIT_S, waitS), ctx.signal);
  }

  private async outcome(id: string, seconds: number, gone: CallSignal | undefined) {
    const enough = new AbortController();
    const timer = this.clock.setTimer(() => enough.abort(), seconds * 1000);
    const stop = () => enough.abort();
    gone?.addEventListener('abort', stop);
    try {
      return await this.decisions.onOutcome(id, enough.signal);
    } finally {
      timer.cancel();
      gone?.removeEventListener('abort', stop);
    }
  }
}
