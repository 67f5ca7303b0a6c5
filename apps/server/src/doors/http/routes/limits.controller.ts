import { FleetAgent, LimitBody, LimitList, TagLimitBody } from '@kenny/contract';
import { Body, Controller, Delete, Get, Param, Put, Query } from '@nestjs/common';
import type { CallContext } from '../../../kernel/index.js';
import { FleetService, LimitsService } from '../../../telemetry/index.js';
import { Access } from '../../admission/access.js';
import { Answers } from '../openapi/answers.js';
import { Ctx } from '../pipeline/request-state.js';
import { LimitParam, TagLimitParam } from './dto/params.js';
import { TagQuery } from './dto/queries.js';
import { mustReachAllPcs } from './whole-fleet.js';

/** Limits of health rules for one PC or a tag; the catalog says which can be moved, and how far. */
@Access('admin')
@Controller('api')
export class LimitsController {
  constructor(
    private readonly limits: LimitsService,
    private readonly fleet: FleetService,
  ) {}

  @Put('agents/:id/limits/:section/:field')
  @Answers(200, FleetAgent, 'The PC; that limit is its own, and it is judged by it already.')
  async set(
    @Ctx() ctx: CallContext,
    @Param() { id, ...what }: LimitParam,
    @Body() body: LimitBody,
  ): Promise<FleetAgent> {
    await this.limits.set(ctx, id, what, body);
    return this.fleet.agent(ctx.principal, id);
  }

  @Delete('agents/:id/limits/:section/:field')
  @Answers(200, FleetAgent, 'The PC; that limit is as its tags or the rule have it.')
  async end(@Ctx() ctx: CallContext, @Param() { id, ...what }: LimitParam): Promise<FleetAgent> {
    await this.limits.end(ctx, id, what);
    return this.fleet.agent(ctx.principal, id);
  }

  @Get('limits')
  @Answers(200, LimitList, 'The limits of all tags.')
  list(@Ctx() { principal }: CallContext): LimitList {
    mustReachAllPcs(principal, 'The list of limits');
    return { items: this.limits.list() };
  }

  @Put('limits/:section/:field')
  @Answers(200, LimitList, 'The limits of all tags; PCs with this one are judged by it already.')
  async setForTag(
    @Ctx() ctx: CallContext,
    @Param() what: TagLimitParam,
    @Body() { tag, ...numbers }: TagLimitBody,
  ): Promise<LimitList> {
    mustReachAllPcs(ctx.principal, 'Moving a limit for a tag');
    await this.limits.setForTag(ctx, tag, what, numbers);
    return { items: this.limits.list() };
  }

  @Delete('limits/:section/:field')
  @Answers(200, LimitList, 'The limits of all tags, without that one.')
  async endForTag(
    @Ctx() ctx: CallContext,
    @Param() what: TagLimitParam,
    @Query() { tag }: TagQuery,
  ): Promise<LimitList> {
    mustReachAllPcs(ctx.principal, 'Moving a limit for a tag');
    await this.limits.endForTag(ctx, tag, what);
    return { items: this.limits.list() };
  }
}
