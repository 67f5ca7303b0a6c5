import {
  CreateTaskBody,
  MoveTaskBody,
  TASK_LIMITS,
  TaskDetail,
  TaskDiff,
  TaskList,
  TaskLogs,
  TaskStateBody,
  TaskView,
  UpdateTaskBody,
} from '@kenny/contract';
import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import type { CallContext } from '../../../kernel/index.js';
import { TasksApi } from '../../../tasks/index.js';
import { Access } from '../../admission/access.js';
import { pageSize } from '../../admission/page-size.js';
import { Answers } from '../openapi/answers.js';
import { IdParam } from './dto/params.js';
import { TaskLogsQuery, TasksQuery } from './dto/task-queries.js';
import { Ctx } from '../pipeline/request-state.js';

/** Work that external agents do (seed 003). */
@Controller('api/tasks')
export class TasksController {
  constructor(private readonly tasks: TasksApi) {}

  @Access('viewer')
  @Get()
  @Answers(200, TaskList, 'Tasks, the one that changed last first.')
  list(
    @Ctx() ctx: CallContext,
    @Query() { state, limit, ...wanted }: TasksQuery,
  ): Promise<TaskList> {
    const states = state === undefined ? undefined : [state];
    return this.tasks.list(ctx, { ...wanted, states, limit: pageSize(limit) });
  }

  @Access('operator')
  @Post()
  @Answers(201, TaskView, 'The new task; it waits until it is started.')
  create(@Ctx() ctx: CallContext, @Body() body: CreateTaskBody): Promise<TaskView> {
    return this.tasks.create(ctx, body);
  }

  @Access('viewer')
  @Get(':id')
  @Answers(200, TaskDetail, 'One task with its prompts and agents.')
  show(@Ctx() ctx: CallContext, @Param() { id }: IdParam): Promise<TaskDetail> {
    return this.tasks.get(ctx, id);
  }

  @Access('operator')
  @Patch(':id')
  @Answers(200, TaskView, 'The task after the change.')
  update(
    @Ctx() ctx: CallContext,
    @Param() { id }: IdParam,
    @Body() body: UpdateTaskBody,
  ): Promise<TaskView> {
    return this.tasks.update(ctx, id, body);
  }

  @Access('operator')
  @Delete(':id')
  @HttpCode(204)
  @Answers(204, null, 'Its agent has ended and what was said is gone; the audit log stays.')
  remove(@Ctx() ctx: CallContext, @Param() { id }: IdParam): Promise<void> {
    return this.tasks.delete(ctx, id);
  }

  @Access('operator')
  @Post(':id/move')
  @HttpCode(200)
  @Answers(200, TaskView, 'The task in its column.')
  move(
    @Ctx() ctx: CallContext,
    @Param() { id }: IdParam,
    @Body() body: MoveTaskBody,
  ): Promise<TaskView> {
    return this.tasks.move(ctx, id, body);
  }

  @Access('operator')
  @Post(':id/state')
  @HttpCode(200)
  @Answers(200, TaskView, 'The task in that state.')
  setState(
    @Ctx() ctx: CallContext,
    @Param() { id }: IdParam,
    @Body() { state }: TaskStateBody,
  ): Promise<TaskView> {
    return this.tasks.setState(ctx, id, state);
  }

  @Access('viewer')
  @Get(':id/logs')
  @Answers(200, TaskLogs, 'Its last events, oldest first.')
  logs(
    @Ctx() ctx: CallContext,
    @Param() { id }: IdParam,
    @Query() { limit }: TaskLogsQuery,
  ): Promise<TaskLogs> {
    return this.tasks.logs(ctx, id, pageSize(limit, USUAL_LOGS, TASK_LIMITS.eventsPage));
  }

  @Access('viewer')
  @Get(':id/diff')
  @Answers(200, TaskDiff, 'What its agent changed in its workspace.')
  diff(@Ctx() ctx: CallContext, @Param() { id }: IdParam): Promise<TaskDiff> {
    return this.tasks.diff(ctx, id);
  }
}

const USUAL_LOGS = 200;
