import {
  ApprovalAnswer,
  ApprovalList,
  DecideBody,
  GATE_STATS,
  GateStats,
  PausedRequesters,
  SaidBefore,
} from '@kenny/contract';
import { type Clock, DAY_MS } from '@kenny/kernel';
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { PrecedingMessages } from '../../../chat/index.js';
import { CLOCK, KennyError, type CallContext } from '../../../kernel/index.js';
import { ApprovalsApi } from '../../../dispatch/index.js';
import { GateStatistics, Pauses } from '../../../policy/index.js';
import { Access } from '../../admission/access.js';
import { pageSize } from '../../admission/page-size.js';
import { Answers } from '../openapi/answers.js';
import { IdParam } from './dto/params.js';
import { ApprovalsQuery, GateStatsQuery, WaitQuery } from './dto/queries.js';
import { Ctx } from '../pipeline/request-state.js';
import { timeOf } from './time-of.js';

@Access('operator')
@Controller('api/approvals')
export class ApprovalsController {
  constructor(
    private readonly approvals: ApprovalsApi,
    private readonly statistics: GateStatistics,
    private readonly pauses: Pauses,
    private readonly preceding: PrecedingMessages,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  @Answers(200, ApprovalList, 'Approvals, newest first.')
  list(
    @Ctx() { principal }: CallContext,
    @Query() { limit, ...wanted }: ApprovalsQuery,
  ): Promise<ApprovalList> {
    return this.approvals.list(principal, { ...wanted, limit: pageSize(limit) });
  }

  @Get('stats')
  @Answers(200, GateStats, 'How people decide; default: the last week.')
  stats(@Ctx() { principal }: CallContext, @Query() query: GateStatsQuery): Promise<GateStats> {
    const to = timeOf('to', query.to) ?? this.clock.now();
    const from = timeOf('from', query.from) ?? to - GATE_STATS.usualDays * DAY_MS;
    if (from > to || to - from > GATE_STATS.mostDays * DAY_MS) {
      throw new KennyError(
        'validation',
        `from: at most ${GATE_STATS.mostDays} days before "to"; ask for less at a time.`,
      );
    }
    return this.statistics.over({ from, to, agents: principal.agents });
  }

  @Get('paused')
  @Answers(200, PausedRequesters, 'Who is paused after denials in a row, newest first.')
  async paused(@Ctx() { principal }: CallContext): Promise<PausedRequesters> {
    return { items: await this.pauses.list(principal) };
  }

  @Post('paused/:id/resume')
  @HttpCode(200)
  @Answers(200, PausedRequesters, 'The pause is lifted; who is still paused.')
  async resume(@Ctx() ctx: CallContext, @Param() { id }: IdParam): Promise<PausedRequesters> {
    await this.pauses.resume(ctx, id);
    return this.paused(ctx);
  }

  @Get(':id')
  @Answers(200, ApprovalAnswer, 'One approval.')
  async show(@Ctx() ctx: CallContext, @Param() { id }: IdParam): Promise<ApprovalAnswer> {
    return { approval: await this.approvals.show(ctx.principal, id) };
  }

  @Get(':id/said')
  @Answers(200, SaidBefore, 'What the model said in the conversation right before the request.')
  said(@Ctx() ctx: CallContext, @Param() { id }: IdParam): Promise<SaidBefore> {
    return this.preceding.of(ctx, id);
  }

  /** Answers at once, or with `?wait=` when the call has ended or the time is up. */
  @Post(':id')
  @HttpCode(200)
  @Answers(200, ApprovalAnswer, 'The approval after the decision, or after its call with `wait`.')
  async decide(
    @Ctx() ctx: CallContext,
    @Param() { id }: IdParam,
    @Body() body: DecideBody,
    @Query() { wait }: WaitQuery,
  ): Promise<ApprovalAnswer> {
    const seconds = wait === undefined ? undefined : Number(wait);
    return { approval: await this.approvals.decide(ctx, id, body, seconds) };
  }
}
