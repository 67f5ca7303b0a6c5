import {
  BuiltInRules,
  check,
  CreateRuleBody,
  describeIssues,
  isToolName,
  PolicyVerdict,
  RuleList,
  RuleView,
  TestPolicyBody,
} from '@kenny/contract';
import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { KennyError, type CallContext } from '../../../kernel/index.js';
import { builtInRules, GuardMirror, RulesService } from '../../../policy/index.js';
import { Access } from '../../admission/access.js';
import { Answers } from '../openapi/answers.js';
import { IdParam } from './dto/params.js';
import { Ctx } from '../pipeline/request-state.js';
import { mustReachAllPcs } from './whole-fleet.js';

@Access('operator')
@Controller('api/policy')
export class PolicyController {
  constructor(
    private readonly rules: RulesService,
    private readonly mirror: GuardMirror,
  ) {}

  @Get('rules')
  @Answers(200, RuleList, "The operators' own deny rules, oldest first.")
  list(): RuleList {
    return { items: this.rules.list(), next_cursor: null };
  }

  @Get('built-in')
  @Answers(200, BuiltInRules, 'The built-in rules of every PC, in words; nobody can remove one.')
  builtIn(): BuiltInRules {
    return builtInRules();
  }

  @Post('rules')
  @Answers(201, RuleView, 'The new rule; every online PC has it within a second.')
  async add(@Ctx() ctx: CallContext, @Body() body: CreateRuleBody): Promise<RuleView> {
    mustReachAllPcs(ctx.principal, 'A rule');
    return this.rules.add(ctx, body);
  }

  @Delete('rules/:id')
  @HttpCode(204)
  @Answers(204, null, 'The rule is gone.')
  async remove(@Ctx() ctx: CallContext, @Param() { id }: IdParam): Promise<void> {
    mustReachAllPcs(ctx.principal, 'A rule');
    return this.rules.remove(ctx, id);
  }

  @Post('test')
  @HttpCode(200)
  @Answers(200, PolicyVerdict, 'Whether the safety check would refuse this call; nothing is sent.')
  async test(@Body() { tool, args }: TestPolicyBody): Promise<PolicyVerdict> {
    if (!isToolName(tool))
      throw new KennyError('unknown_tool', `there is no tool "${tool}"; see /api/catalog`);
    // The guard finds nothing in a misspelled argument, which would look like approval.
    const issues = check(`args:${tool}`, args);
    if (issues.length > 0) throw new KennyError('bad_args', describeIssues(issues), { issues });
    const rules = this.mirror.rulesFor(tool);
    const { refused, look_twice } = await this.mirror.explain(tool, args);
    if (!refused) return { blocked: false, rules, look_twice };
    const { verdict, argument, group, form } = refused;
    return {
      blocked: true,
      ...{ rules, look_twice },
      ...{ rule_id: verdict.rule_id, reason: verdict.reason },
      ...(argument === undefined ? {} : { argument }),
      ...(group === undefined ? {} : { group }),
      ...(form === undefined ? {} : { form }),
    };
  }
}
