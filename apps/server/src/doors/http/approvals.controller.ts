import { ApprovalAnswer, ApprovalList, DecideBody, type Clock } from '@kenny/contract';
import { approvalView } from '@kenny/gate';
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { CLOCK, maySee, type CallContext } from '../../context/index.js';
import { cursorOf, placeOf } from '../../database/index.js';
import { Dispatch } from '../../dispatch/index.js';
import { KennyError } from '../../errors/index.js';
import { ApprovalsService } from '../../policy/index.js';
import { Access } from './access.js';
import { Answers } from './answers.js';
import { IdParam } from './dto/params.js';
import { ApprovalsQuery, pageSize, WaitQuery } from './dto/queries.js';
import { Ctx } from './request-state.js';

const LONGEST_WAIT_S = 60;

@Access('operator')
@Controller('api/approvals')
export class ApprovalsController {
  constructor(
    private readonly approvals: ApprovalsService,
    private readonly dispatch: Dispatch,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  @Answers(200, ApprovalList, 'Approvals, newest first.')
  async list(
    @Ctx() { principal }: CallContext,
    @Query() { state, limit, cursor }: ApprovalsQuery,
  ): Promise<ApprovalList> {
    const { records, next } = await this.approvals.page({
      agents: principal.agents,
      limit: pageSize(limit),
      ...(state ? { state } : {}),
      ...(cursor === undefined ? {} : { before: placeOf(cursor) }),
    });
    return { items: records.map(approvalView), next_cursor: next && cursorOf(next) };
  }

  @Get(':id')
  @Answers(200, ApprovalAnswer, 'One approval.')
  async show(@Ctx() ctx: CallContext, @Param() { id }: IdParam): Promise<ApprovalAnswer> {
    const { record } = await this.approvals.stored(id);
    if (!maySee(ctx.principal, record.agent_id))
      throw new KennyError('not_found', `there is no approval ${id}`);
    return { approval: approvalView(record) };
  }

  /** Answers at once, or with `?wait=` when the call has ended or the seconds are over. */
  @Post(':id')
  @HttpCode(200)
  @Answers(200, ApprovalAnswer, 'The approval after the decision, or after its call with `wait`.')
  async decide(
    @Ctx() ctx: CallContext,
    @Param() { id }: IdParam,
    @Body() body: DecideBody,
    @Query() { wait }: WaitQuery,
  ): Promise<ApprovalAnswer> {
    const approval = await this.dispatch.decide(ctx, id, body);
    if (wait === undefined || approval.state !== 'approved') return { approval };
    return { approval: await this.outcome(id, Math.min(LONGEST_WAIT_S, Number(wait)), ctx.signal) };
  }

  private async outcome(id: string, seconds: number, gone: AbortSignal | undefined) {
    const enough = new AbortController();
    const timer = this.clock.setTimer(() => enough.abort(), seconds * 1000);
    const stop = () => enough.abort();
    gone?.addEventListener('abort', stop);
    try {
      return await this.dispatch.onOutcome(id, enough.signal);
    } finally {
      timer.cancel();
      gone?.removeEventListener('abort', stop);
    }
  }
}
