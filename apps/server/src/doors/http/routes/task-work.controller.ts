import {
  OrchestratorStatus,
  PromptTaskBody,
  ReprioritiseBody,
  StartTaskBody,
  StopTaskBody,
  TaskCompleted,
  TaskMoved,
  TaskPrompted,
  TaskQueue,
  TaskStarted,
  TaskTriggered,
} from '@kenny/contract';
import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import type { CallContext } from '../../../kernel/index.js';
import { OrchestratorApi } from '../../../tasks/index.js';
import { Access } from '../../admission/access.js';
import { Answers } from '../openapi/answers.js';
import { IdParam } from './dto/params.js';
import { Ctx } from '../pipeline/request-state.js';

/** Agents at work on tasks, and the queue of those that wait for a slot. */
@Controller('api/tasks')
export class TaskWorkController {
  constructor(private readonly orchestrator: OrchestratorApi) {}

  @Access('viewer')
  @Get('status')
  @Answers(200, OrchestratorStatus, 'How much is at work, and how much waits.')
  status(@Ctx() ctx: CallContext): Promise<OrchestratorStatus> {
    return this.orchestrator.status(ctx);
  }

  @Access('viewer')
  @Get('queue')
  @Answers(200, TaskQueue, 'What waits, in the order in which it starts.')
  queue(@Ctx() ctx: CallContext): Promise<TaskQueue> {
    return this.orchestrator.queue(ctx);
  }

  @Access('operator')
  @Patch('queue/:id')
  @Answers(200, TaskQueue, 'The queue with the entry in its new place.')
  reprioritise(
    @Ctx() ctx: CallContext,
    @Param() { id }: IdParam,
    @Body() { priority }: ReprioritiseBody,
  ): Promise<TaskQueue> {
    return this.orchestrator.reprioritise(ctx, id, priority);
  }

  @Access('operator')
  @Delete('queue/:id')
  @Answers(200, TaskMoved, 'The task, which does not wait any more.')
  dequeue(@Ctx() ctx: CallContext, @Param() { id }: IdParam): Promise<TaskMoved> {
    return this.orchestrator.dequeue(ctx, id);
  }

  @Access('operator')
  @Post(':id/start')
  @HttpCode(200)
  @Answers(200, TaskStarted, 'Its agent starts, or it waits for a slot.')
  start(
    @Ctx() ctx: CallContext,
    @Param() { id }: IdParam,
    @Body() body: StartTaskBody,
  ): Promise<TaskStarted> {
    return this.orchestrator.start(ctx, id, body);
  }

  @Access('operator')
  @Post(':id/stop')
  @HttpCode(200)
  @Answers(200, TaskMoved, 'The turn is cancelled; the agent keeps what it knows.')
  stop(
    @Ctx() ctx: CallContext,
    @Param() { id }: IdParam,
    @Body() body: StopTaskBody,
  ): Promise<TaskMoved> {
    return this.orchestrator.stop(ctx, id, body);
  }

  @Access('operator')
  @Post(':id/prompt')
  @HttpCode(200)
  @Answers(200, TaskPrompted, 'The prompt is kept; the agent gets it when its turn has ended.')
  prompt(
    @Ctx() ctx: CallContext,
    @Param() { id }: IdParam,
    @Body() { prompt }: PromptTaskBody,
  ): Promise<TaskPrompted> {
    return this.orchestrator.prompt(ctx, id, prompt);
  }

  @Access('operator')
  @Post(':id/complete')
  @HttpCode(200)
  @Answers(200, TaskCompleted, 'The agent has ended, and the task is done.')
  complete(@Ctx() ctx: CallContext, @Param() { id }: IdParam): Promise<TaskCompleted> {
    return this.orchestrator.complete(ctx, id);
  }

  @Access('operator')
  @Post(':id/trigger')
  @HttpCode(200)
  @Answers(200, TaskTriggered, 'It has its place in the queue.')
  trigger(@Ctx() ctx: CallContext, @Param() { id }: IdParam): Promise<TaskTriggered> {
    return this.orchestrator.trigger(ctx, id);
  }
}
