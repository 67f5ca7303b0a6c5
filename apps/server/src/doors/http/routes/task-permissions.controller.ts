import { PermissionAnswered, PermissionList, RespondPermissionBody } from '@kenny/contract';
import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import type { CallContext } from '../../../kernel/index.js';
import { PermissionsApi, TasksApi } from '../../../tasks/index.js';
import { Access } from '../../admission/access.js';
import { Answers } from '../openapi/answers.js';
import { IdParam, PermissionParam } from './dto/params.js';
import { Ctx } from '../pipeline/request-state.js';

/** What agents want to do on the server itself: a person answers. */
@Access('operator')
@Controller('api/tasks')
export class TaskPermissionsController {
  constructor(
    private readonly permissions: PermissionsApi,
    private readonly tasks: TasksApi,
  ) {}

  @Get(':id/permissions')
  @Answers(200, PermissionList, 'Permissions of a task, newest first.')
  async list(@Ctx() ctx: CallContext, @Param() { id }: IdParam): Promise<PermissionList> {
    await this.tasks.get(ctx, id);
    return this.permissions.list(ctx.principal, id);
  }

  @Post(':id/permissions/:pending_id')
  @HttpCode(200)
  @Answers(200, PermissionAnswered, 'The agent is told.')
  async respond(
    @Ctx() ctx: CallContext,
    @Param() { id: task_id, pending_id }: PermissionParam,
    @Body() body: RespondPermissionBody,
  ): Promise<PermissionAnswered> {
    await this.permissions.respond(ctx, task_id, pending_id, body);
    return { success: true, task_id, pending_id };
  }
}
