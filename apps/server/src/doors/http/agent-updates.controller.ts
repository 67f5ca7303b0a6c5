import { ApprovalAnswer, ToolResultView, UpdateAgentBody } from '@kenny/contract';
import { Body, Controller, Param, Post, Res } from '@nestjs/common';
import type { ServerResponse } from 'node:http';
import type { CallContext } from '../../context/index.js';
import { AgentUpdates } from '../agent-updates.js';
import { Access } from './access.js';
import { Answers } from './answers.js';
import { callAnswer } from './call-outcome.js';
import { AgentParam } from './dto/params.js';
import { Ctx } from './request-state.js';

/** A new version of the agent on a PC. */
@Controller('api/agents')
export class AgentUpdatesController {
  constructor(private readonly updates: AgentUpdates) {}

  @Access('admin')
  @Post(':id/update')
  @Answers(200, ToolResultView, 'What came of it, for whoever asked for the same just before.')
  @Answers(202, ApprovalAnswer, 'The approval that the update waits for.')
  async update(
    @Ctx() ctx: CallContext,
    @Param() { id }: AgentParam,
    @Body() body: UpdateAgentBody,
    @Res({ passthrough: true }) response: ServerResponse,
  ): Promise<ToolResultView | ApprovalAnswer> {
    return callAnswer(await this.updates.ask(ctx, id, body), response);
  }
}
