import { LoginLink, SessionList, SessionsEnded } from '@kenny/contract';
import { Controller, Delete, Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import {
  InvitationsService,
  LoginsService,
  PrincipalResolver,
  type OpenLogin,
} from '../../../auth/index.js';
import { KennyError, type CallContext } from '../../../kernel/index.js';
import { Access } from '../../admission/access.js';
import { pageSize } from '../../admission/page-size.js';
import { Answers } from '../openapi/answers.js';
import { Ctx, stateOf } from '../pipeline/request-state.js';
import { IdParam } from './dto/params.js';
import { PageQuery } from './dto/queries.js';

/** Browser logins of the person who asks, from a browser that is logged in itself (ADR 0078). */
@Access('viewer')
@Controller('api/me/sessions')
export class OwnSessionsController {
  constructor(
    private readonly logins: LoginsService,
    private readonly links: InvitationsService,
    private readonly principals: PrincipalResolver,
  ) {}

  @Get()
  @Answers(200, SessionList, 'Open logins of the caller, newest first.')
  async list(
    @Ctx() { principal }: CallContext,
    @Query() { limit, cursor }: PageQuery,
    @Req() request: Request,
  ): Promise<SessionList> {
    const { session_id: current } = await this.currentOf(request);
    return this.logins.list({ limit: pageSize(limit), cursor, operator: principal.id, current });
  }

  @Post('link')
  @Answers(201, LoginLink, 'A link that logs another browser of the caller in, once.')
  async link(@Ctx() ctx: CallContext, @Req() request: Request): Promise<LoginLink> {
    return this.links.ofOwn(ctx, (await this.currentOf(request)).token_id);
  }

  @Delete(':id')
  @HttpCode(204)
  @Answers(204, null, 'That login of the caller and all of its sockets are closed.')
  async end(
    @Ctx() ctx: CallContext,
    @Param() { id }: IdParam,
    @Req() request: Request,
  ): Promise<void> {
    await this.currentOf(request);
    await this.logins.end(ctx, id, ctx.principal.id);
  }

  @Delete()
  @Answers(200, SessionsEnded, 'How many other logins of the caller were ended; this one stays.')
  async endOthers(@Ctx() ctx: CallContext, @Req() request: Request): Promise<SessionsEnded> {
    const { session_id } = await this.currentOf(request);
    return { ended: await this.logins.endAllOf(ctx, ctx.principal.id, session_id) };
  }

  /** A token alone is a program's, and perhaps a lost one: it opens and ends nobody's logins. */
  private async currentOf(request: Request): Promise<OpenLogin> {
    const { cookie } = stateOf(request);
    if (cookie !== undefined) return this.principals.loginOf(cookie);
    throw new KennyError(
      'forbidden',
      'Only a browser that is logged in sees, opens and ends its logins; an admin may use /api/sessions.',
    );
  }
}
