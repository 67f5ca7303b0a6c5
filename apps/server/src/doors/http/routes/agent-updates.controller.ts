import { agentUpdate, ApprovalAnswer, ToolResultView, UpdateAgentBody } from '@kenny/contract';
import { Body, Controller, Param, Post, Res } from '@nestjs/common';
import type { ServerResponse } from 'node:http';
import type { CallContext } from '../../../kernel/index.js';
import { Dispatch } from '../../../dispatch/index.js';
import { AgentUpdates } from '../../../distribution/index.js';
import { FleetService } from '../../../telemetry/index.js';
import { Access } from '../../admission/access.js';
import { Answers } from '../openapi/answers.js';
import { callAnswer } from './call-answer.js';
import { AgentParam } from './dto/params.js';
import { Ctx } from '../pipeline/request-state.js';

/** Agent updates: calls like any other, with approval, guard and audit. */
@Controller('api/agents')
export class AgentUpdatesController {
  constructor(
    private readonly fleet: FleetService,
    private readonly updates: AgentUpdates,
    private readonly dispatch: Dispatch,
  ) {}

  @Access('admin')
  @Post(':id/update')
  @Answers(200, ToolResultView, 'The result, when the same update was requested a moment ago.')
  @Answers(202, ApprovalAnswer, 'The approval that the update waits for.')
  async update(
    @Ctx() ctx: CallContext,
    @Param() { id }: AgentParam,
    @Body() { version, reason }: UpdateAgentBody,
    @Res({ passthrough: true }) response: ServerResponse,
  ): Promise<ToolResultView | ApprovalAnswer> {
    const subject = this.fleet.subject(ctx.principal, id);
    const args = { ...(await this.updates.argsFor(subject, version)) };
    const { agent_id } = subject;
    const call = { tool: agentUpdate.name, agent_id, args, reason };
    return callAnswer(await this.dispatch.call(ctx, call), response);
  }
}
