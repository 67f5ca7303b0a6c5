import { ApprovalAnswer, CallToolBody, ToolResultView } from '@kenny/contract';
import { Body, Controller, Param, Post, Res } from '@nestjs/common';
import type { ServerResponse } from 'node:http';
import type { CallContext } from '../../../kernel/index.js';
import { Dispatch } from '../../../dispatch/index.js';
import { Access } from '../../admission/access.js';
import { Answers } from '../openapi/answers.js';
import { callAnswer } from './call-answer.js';
import { ToolParam } from './dto/params.js';
import { Ctx } from '../pipeline/request-state.js';

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
    @Body() body: CallToolBody,
    @Res({ passthrough: true }) response: ServerResponse,
  ): Promise<ToolResultView | ApprovalAnswer> {
    return callAnswer(await this.dispatch.call(ctx, { ...body, tool }), response);
  }
}
