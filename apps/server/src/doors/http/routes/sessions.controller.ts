import { SessionList, SessionsEnded } from '@kenny/contract';
import { Controller, Delete, Get, HttpCode, Param, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { PrincipalResolver, LoginsService } from '../../../auth/index.js';
import type { CallContext } from '../../../kernel/index.js';
import { Access } from '../../admission/access.js';
import { pageSize } from '../../admission/page-size.js';
import { Answers } from '../openapi/answers.js';
import { IdParam } from './dto/params.js';
import { SessionsQuery } from './dto/queries.js';
import { Ctx, stateOf } from '../pipeline/request-state.js';
import { mustReachAllPcs } from './whole-fleet.js';

/** Browser logins. */
@Access('admin')
@Controller('api')
export class SessionsController {
  constructor(
    private readonly logins: LoginsService,
    private readonly principals: PrincipalResolver,
  ) {}

  @Get('sessions')
  @Answers(200, SessionList, 'Open logins, newest first.')
  async list(
    @Ctx() { principal }: CallContext,
    @Query() { limit, cursor, operator }: SessionsQuery,
    @Req() request: Request,
  ): Promise<SessionList> {
    mustReachAllPcs(principal, 'The list of sessions');
    const { cookie } = stateOf(request);
    const own = cookie === undefined ? undefined : await this.principals.loginOf(cookie);
    const asked = { limit: pageSize(limit), cursor, operator };
    return this.logins.list({ ...asked, current: own?.session_id });
  }

  @Delete('sessions/:id')
  @HttpCode(204)
  @Answers(204, null, 'The login and all of its sockets are closed.')
  async end(@Ctx() ctx: CallContext, @Param() { id }: IdParam): Promise<void> {
    mustReachAllPcs(ctx.principal, 'Ending sessions');
    await this.logins.end(ctx, id);
  }

  @Delete('operators/:id/sessions')
  @Answers(
    200,
    SessionsEnded,
    'How many logins of this person were ended; their tokens stay valid.',
  )
  async endAll(@Ctx() ctx: CallContext, @Param() { id }: IdParam): Promise<SessionsEnded> {
    mustReachAllPcs(ctx.principal, 'Ending sessions');
    return { ended: await this.logins.endAllOf(ctx, id) };
  }
}
