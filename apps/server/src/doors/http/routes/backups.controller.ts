import { BackupPlan, BackupState } from '@kenny/contract';
import { Body, Controller, Get, HttpCode, Post, Put } from '@nestjs/common';
import { BackupsService } from '../../../backup/index.js';
import type { CallContext } from '../../../kernel/index.js';
import { BackupPlans } from '../../../settings/index.js';
import { Access } from '../../admission/access.js';
import { Answers } from '../openapi/answers.js';
import { Ctx } from '../pipeline/request-state.js';
import { mustReachAllPcs } from './whole-fleet.js';

/** Backups of the server. */
@Access('admin')
@Controller('api/server/backups')
export class BackupsController {
  constructor(
    private readonly backups: BackupsService,
    private readonly plans: BackupPlans,
  ) {}

  @Get()
  @Answers(200, BackupState, 'Backups that there are, newest first, and the one in the making.')
  state(): BackupState {
    return this.backups.state();
  }

  @Post()
  @HttpCode(202)
  @Answers(202, BackupState, 'It is being made; ask again for how far it is.')
  start(@Ctx() ctx: CallContext): BackupState {
    mustReachAllPcs(ctx.principal, 'A backup');
    return this.backups.start(ctx);
  }

  @Put('plan')
  @Answers(200, BackupState, 'Backups, with the plan as it is now.')
  async plan(@Ctx() ctx: CallContext, @Body() plan: BackupPlan): Promise<BackupState> {
    mustReachAllPcs(ctx.principal, 'Changing when backups are made');
    await this.plans.set(ctx, plan);
    return this.backups.state();
  }

  @Post('send')
  @HttpCode(202)
  @Answers(202, BackupState, 'What the bucket lacks is being sent; ask again for how far it is.')
  send(@Ctx() ctx: CallContext): BackupState {
    mustReachAllPcs(ctx.principal, 'A backup');
    return this.backups.startSending(ctx);
  }
}
