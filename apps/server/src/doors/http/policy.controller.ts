import {
  CreateRuleBody,
  isToolName,
  TestPolicyBody,
  type PolicyVerdict,
  type RuleList,
  type RuleView,
} from '@kenny/contract';
import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import type { CallContext } from '../../context/index.js';
import { KennyError } from '../../errors/index.js';
import { GuardMirror, RulesService } from '../../policy/index.js';
import { Access } from './access.js';
import { IdParam } from './dto/queries.js';
import { Ctx } from './request-state.js';

@Access('operator')
@Controller('api/policy')
export class PolicyController {
  constructor(
    private readonly rules: RulesService,
    private readonly mirror: GuardMirror,
  ) {}

  @Get('rules')
  list(): RuleList {
    return { items: this.rules.list(), next_cursor: null };
  }

  @Post('rules')
  add(@Ctx() ctx: CallContext, @Body() body: CreateRuleBody): Promise<RuleView> {
    return this.rules.add(ctx, body);
  }

  @Delete('rules/:id')
  @HttpCode(204)
  remove(@Ctx() ctx: CallContext, @Param() { id }: IdParam): Promise<void> {
    return this.rules.remove(ctx, id);
  }

  @Post('test')
  @HttpCode(200)
  async test(@Body() { tool, args }: TestPolicyBody): Promise<PolicyVerdict> {
    if (!isToolName(tool))
      throw new KennyError('unknown_tool', `there is no tool "${tool}"; see /api/catalog`);
    const verdict = await this.mirror.judge(tool, args);
    return verdict.blocked
      ? { blocked: true, rule_id: verdict.rule_id, reason: verdict.reason }
      : { blocked: false };
  }
}
