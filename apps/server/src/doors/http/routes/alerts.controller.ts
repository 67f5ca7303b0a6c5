import {
  AlertChannelBody,
  AlertChannelList,
  AlertChannelView,
  AlertChoices,
  AlertDeliveryView,
  AlertList,
  OwnAlertChannel,
  PushBrowserBody,
  PushBrowserList,
  PushBrowserView,
} from '@kenny/contract';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Req } from '@nestjs/common';
import type { Request } from 'express';
import { AlertsService, Browsers, Channels, Choices } from '../../../alerts/index.js';
import { keptUserAgent, PrincipalResolver } from '../../../auth/index.js';
import type { CallContext } from '../../../kernel/index.js';
import { Access } from '../../admission/access.js';
import { Answers } from '../openapi/answers.js';
import { Ctx, stateOf } from '../pipeline/request-state.js';
import { IdParam } from './dto/params.js';
import { mustReachAllPcs } from './whole-fleet.js';

/** What each person wants to hear of, and what they were told. */
@Access('operator')
@Controller('api/alerts')
export class AlertsController {
  constructor(
    private readonly alerts: AlertsService,
    private readonly choices: Choices,
    private readonly channels: Channels,
    private readonly browsers: Browsers,
    private readonly principals: PrincipalResolver,
  ) {}

  @Get()
  @Answers(200, AlertList, 'What the caller was told, newest first, with where it went.')
  list(@Ctx() ctx: CallContext): Promise<AlertList> {
    return this.alerts.list(ctx);
  }

  @Get('choices')
  @Answers(200, AlertChoices, "The caller's own, or what counts until they choose.")
  own(@Ctx() ctx: CallContext): Promise<AlertChoices> {
    return this.choices.of(ctx);
  }

  @Put('choices')
  @Answers(200, AlertChoices, 'They count from now on.')
  choose(@Ctx() ctx: CallContext, @Body() body: AlertChoices): Promise<AlertChoices> {
    return this.choices.store(ctx, body);
  }

  @Post('test')
  @HttpCode(200)
  @Answers(200, AlertDeliveryView, 'One message was tried, with what the other end said.')
  test(@Ctx() ctx: CallContext, @Body() body: OwnAlertChannel): Promise<AlertDeliveryView> {
    return this.alerts.test(ctx, body);
  }

  @Get('browsers')
  @Answers(200, PushBrowserList, "The caller's own that are notified, newest first.")
  async listBrowsers(@Ctx() ctx: CallContext, @Req() request: Request): Promise<PushBrowserList> {
    return this.browsers.list(ctx, await this.loginIn(request));
  }

  @Post('browsers')
  @Answers(201, PushBrowserView, 'It is notified until its login ends.')
  async addBrowser(
    @Ctx() ctx: CallContext,
    @Body() body: PushBrowserBody,
    @Req() request: Request,
  ): Promise<PushBrowserView> {
    const login_id = await this.loginIn(request);
    const user_agent = keptUserAgent(request.headers['user-agent']);
    return this.browsers.add(
      ctx,
      body,
      login_id === undefined ? undefined : { login_id, user_agent },
    );
  }

  @Delete('browsers/:id')
  @HttpCode(204)
  @Answers(204, null, 'It is not notified any more.')
  async removeBrowser(@Ctx() ctx: CallContext, @Param() { id }: IdParam): Promise<void> {
    await this.browsers.remove(ctx, id);
  }

  @Get('channels')
  @Answers(200, AlertChannelList, 'The ways out of this server; admins see how they are reached.')
  listChannels(@Ctx() { principal }: CallContext): AlertChannelList {
    return { items: this.channels.list(principal) };
  }

  @Access('admin')
  @Post('channels')
  @Answers(201, AlertChannelView, 'People can choose it; its secret is never shown again.')
  add(@Ctx() ctx: CallContext, @Body() body: AlertChannelBody): Promise<AlertChannelView> {
    mustReachAllPcs(ctx.principal, 'Adding a channel for alerts');
    return this.channels.add(ctx, body);
  }

  @Access('admin')
  @Put('channels/:id')
  @Answers(200, AlertChannelView, 'Without a secret, the stored one stays.')
  replace(
    @Ctx() ctx: CallContext,
    @Param() { id }: IdParam,
    @Body() body: AlertChannelBody,
  ): Promise<AlertChannelView> {
    mustReachAllPcs(ctx.principal, 'Changing a channel for alerts');
    return this.channels.replace(ctx, id, body);
  }

  @Access('admin')
  @Delete('channels/:id')
  @HttpCode(204)
  @Answers(204, null, 'Nothing is sent there any more.')
  async remove(@Ctx() ctx: CallContext, @Param() { id }: IdParam): Promise<void> {
    mustReachAllPcs(ctx.principal, 'Removing a channel for alerts');
    await this.channels.remove(ctx, id);
  }

  /** Undefined for whoever has no cookie. */
  private async loginIn(request: Request): Promise<string | undefined> {
    const { cookie } = stateOf(request);
    return cookie === undefined ? undefined : (await this.principals.loginOf(cookie)).session_id;
  }
}
