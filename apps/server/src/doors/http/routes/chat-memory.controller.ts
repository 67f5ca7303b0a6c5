import { AddMemoryBody, MemoryEntry, MemoryView } from '@kenny/contract';
import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { KennyError, type CallContext } from '../../../kernel/index.js';
import { MemoryService } from '../../../memory/index.js';
import { Access } from '../../admission/access.js';
import { Answers } from '../openapi/answers.js';
import { Ctx } from '../pipeline/request-state.js';
import { IdParam } from './dto/params.js';

/** What is remembered for the caller; nobody sees another's (ADR 0064). */
@Access('operator')
@Controller('api/chat/memory')
export class ChatMemoryController {
  constructor(private readonly memory: MemoryService) {}

  @Get()
  @Answers(200, MemoryView, 'What is remembered for the caller, oldest first.')
  list(@Ctx() ctx: CallContext): Promise<MemoryView> {
    return this.memory.list(ctx);
  }

  @Post()
  @Answers(201, MemoryEntry, 'The memory is stored; a setting decides whether the model sees it.')
  add(@Ctx() ctx: CallContext, @Body() body: AddMemoryBody): Promise<MemoryEntry> {
    return this.memory.add(ctx, body);
  }

  @Post(':id/promote')
  @Answers(201, MemoryEntry, 'The core memory made from the soft one.')
  promote(@Ctx() ctx: CallContext, @Param() { id }: IdParam): Promise<MemoryEntry> {
    return this.memory.promote(ctx, id);
  }

  @Delete(':id')
  @HttpCode(204)
  @Answers(204, null, 'Its words are erased.')
  async forget(@Ctx() ctx: CallContext, @Param() { id }: IdParam): Promise<void> {
    if (await this.memory.forget(ctx, id)) return;
    throw new KennyError('not_found', `there is no memory ${id.slice(0, 32)}`);
  }
}
