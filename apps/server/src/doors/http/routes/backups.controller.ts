import {
  BackupDownload,
  BackupPlan,
  BackupRestored,
  BackupState,
  DownloadBackupBody,
  RestoreBackupBody,
  UploadedBackup,
} from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import {
  Body,
  Controller,
  Get,
  HttpCode,
  Inject,
  Param,
  Post,
  Put,
  Req,
  Res,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { pipeline } from 'node:stream/promises';
import { BackupDownloads, BackupsService } from '../../../backup/index.js';
import { CLOCK, type CallContext } from '../../../kernel/index.js';
import { RestoreService, UploadedBackups } from '../../../restore/index.js';
import { BackupPlans } from '../../../settings/index.js';
import { Access } from '../../admission/access.js';
import { Answers } from '../openapi/answers.js';
import { Ctx, stateOf } from '../pipeline/request-state.js';
import { receiveFile, TakesFile } from '../pipeline/takes-file.js';
import { DOWNLOADS, StreamAccess } from '../streams/stream-access.js';
import { BackupParam, TicketParam } from './dto/params.js';
import { mustReachAllPcs } from './whole-fleet.js';

/** A browser that takes nothing for this long has left, in ms. */
const SILENCE_MS = 60_000;

/** Backups of the server. */
@Access('admin')
@Controller('api/server/backups')
export class BackupsController {
  constructor(
    private readonly backups: BackupsService,
    private readonly plans: BackupPlans,
    private readonly downloads: BackupDownloads,
    private readonly restores: RestoreService,
    private readonly uploads: UploadedBackups,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly visits: StreamAccess,
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

  @Post(':name/download')
  @HttpCode(200)
  @Answers(200, BackupDownload, 'The backup is whole, and where a copy of it is fetched, once.')
  order(
    @Ctx() ctx: CallContext,
    @Param() { name }: BackupParam,
    @Body() body: DownloadBackupBody,
  ): Promise<BackupDownload> {
    mustReachAllPcs(ctx.principal, 'Downloading a backup');
    return this.downloads.order(ctx, name, body);
  }

  @Post('uploaded')
  @TakesFile()
  @Answers(201, UploadedBackup, 'A backup from elsewhere; it can be restored as `uploaded`.')
  async upload(@Ctx() ctx: CallContext, @Req() request: Request): Promise<UploadedBackup> {
    mustReachAllPcs(ctx.principal, 'Restoring a backup');
    const most = await this.uploads.most(ctx);
    return receiveFile(request, this.clock, most, (file) => this.uploads.take(file, most));
  }

  @Post(':name/restore')
  @HttpCode(202)
  @Answers(202, BackupRestored, 'It is whole and fits; the server starts again with it.')
  restore(
    @Ctx() ctx: CallContext,
    @Param() { name }: BackupParam,
    @Body() body: RestoreBackupBody,
  ): Promise<BackupRestored> {
    mustReachAllPcs(ctx.principal, 'Restoring a backup');
    return this.restores.restore(ctx, name, body);
  }

  @Get('downloads/:ticket')
  @Answers(200, 'application/octet-stream', 'The copy that was asked for. It opens everything.')
  async fetch(
    @Ctx() ctx: CallContext,
    @Param() { ticket }: TicketParam,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    mustReachAllPcs(ctx.principal, 'Downloading a backup');
    // Whoever is logged out meanwhile gets no more of it.
    const visit = await this.visits.enter(stateOf(request), DOWNLOADS);
    try {
      if (request.method === 'HEAD') {
        this.downloads.mustBeGood(ctx, ticket);
        return void response.end();
      }
      const { name, bytes, content, arrived } = await this.downloads.fetch(ctx, ticket);
      response.attachment(name).type('application/octet-stream');
      if (bytes !== null) response.setHeader('Content-Length', bytes);
      response.setTimeout(SILENCE_MS, () => void response.destroy());
      await pipeline(content, response, { signal: visit.ended });
      await arrived();
    } finally {
      visit.leave();
    }
  }
}
