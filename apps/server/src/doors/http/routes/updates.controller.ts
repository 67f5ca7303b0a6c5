import { ReleaseFeedBody, UpdatesView } from '@kenny/contract';
import { Body, Controller, Get, HttpCode, Post, Put } from '@nestjs/common';
import type { CallContext } from '../../../kernel/index.js';
import { OwnUpdate, ReleaseFeed } from '../../../release-feed/index.js';
import { Access } from '../../admission/access.js';
import { Answers } from '../openapi/answers.js';
import { Ctx } from '../pipeline/request-state.js';
import { mustReachAllPcs } from './whole-fleet.js';

/** Whether there is a newer kenny (ADR 0102), and how it comes here (ADR 0110). */
@Access('admin')
@Controller('api/server/updates')
export class UpdatesController {
  constructor(
    private readonly feed: ReleaseFeed,
    private readonly update: OwnUpdate,
  ) {}

  @Get()
  @Answers(200, UpdatesView, 'What runs here, what is newer, and where the server looks.')
  view(): UpdatesView {
    return this.update.view();
  }

  @Put()
  @Answers(200, UpdatesView, 'It looked there just now; with an empty address it looks nowhere.')
  async change(@Ctx() ctx: CallContext, @Body() { feed }: ReleaseFeedBody): Promise<UpdatesView> {
    mustReachAllPcs(ctx.principal, 'Changing where newer versions are looked for');
    await this.feed.change(ctx, feed);
    return this.update.view();
  }

  @Post('check')
  @HttpCode(200)
  @Answers(200, UpdatesView, 'It looked just now, which it does once a minute at most.')
  async check(@Ctx() { principal }: CallContext): Promise<UpdatesView> {
    mustReachAllPcs(principal, 'Looking for newer versions');
    await this.feed.check();
    return this.update.view();
  }

  @Post('install')
  @HttpCode(202)
  @Answers(202, UpdatesView, 'kenny ends, is brought up to date, and starts again: some minutes.')
  install(@Ctx() ctx: CallContext): Promise<UpdatesView> {
    mustReachAllPcs(ctx.principal, 'Updating kenny');
    return this.update.start(ctx);
  }
}
