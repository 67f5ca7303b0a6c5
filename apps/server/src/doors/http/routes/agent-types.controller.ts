import { AgentTypeList, AgentTypeView, PatchAgentTypeBody } from '@kenny/contract';
import { Body, Controller, Get, Param, Patch } from '@nestjs/common';
import type { CallContext } from '../../../kernel/index.js';
import { AgentTypes } from '../../../tasks/index.js';
import { Access } from '../../admission/access.js';
import { Answers } from '../openapi/answers.js';
import { IdParam } from './dto/params.js';
import { Ctx } from '../pipeline/request-state.js';

/** External agents that may run on this server; a file says which, and how. */
@Controller('api/agent-types')
export class AgentTypesController {
  constructor(private readonly types: AgentTypes) {}

  @Access('viewer')
  @Get()
  @Answers(200, AgentTypeList, 'Agent types, and whether they can run here.')
  list(@Ctx() ctx: CallContext): Promise<AgentTypeList> {
    return this.types.wholeFor(ctx);
  }

  @Access('admin')
  @Patch(':id')
  @Answers(200, AgentTypeView, 'The agent type, switched on or off.')
  setEnabled(
    @Ctx() ctx: CallContext,
    @Param() { id }: IdParam,
    @Body() { enabled }: PatchAgentTypeBody,
  ): Promise<AgentTypeView> {
    return this.types.setEnabled(ctx, id, enabled);
  }
}
