import { ApprovalAnswer, CallToolBody, ToolResultView } from '@kenny/contract';
import { Body, Controller, Param, Post, Res } from '@nestjs/common';
import type { ServerResponse } from 'node:http';
import type { CallContext } from '../../context/index.js';
import { Dispatch, type RefusedError } from '../../dispatch/index.js';
import { KennyError } from '../../errors/index.js';
import { Access } from './access.js';
import { Answers } from './answers.js';
import { ToolParam } from './dto/params.js';
import { Ctx } from './request-state.js';

@Access('operator')
@Controller('api/tools')
export class ToolsController {
  constructor(private readonly dispatch: Dispatch) {}

  /** 200 with the result of a read, 202 with the approval that a change waits for. */
  @Post(':tool')
  @Answers(200, ToolResultView, 'The result of a read.')
  @Answers(202, ApprovalAnswer, 'The approval that a change waits for.')
  async call(
    @Ctx() ctx: CallContext,
    @Param() { tool }: ToolParam,
    @Body() { agent_id, args, reason }: CallToolBody,
    @Res({ passthrough: true }) response: ServerResponse,
  ): Promise<ToolResultView | ApprovalAnswer> {
    const outcome = await this.dispatch.call(ctx, { tool, agent_id, args, reason });
    switch (outcome.kind) {
      case 'refused':
        throw toKennyError(outcome.call_id, outcome.error);
      case 'approval':
        response.statusCode = 202;
        return { approval: outcome.approval };
      case 'result':
        response.statusCode = 200;
        return { call_id: outcome.call_id, result: outcome.result };
    }
  }
}

function toKennyError(
  call_id: string,
  { code, message, details, from_agent }: RefusedError,
): KennyError {
  return new KennyError(code, message, { ...details, call_id }, from_agent ?? false);
}
