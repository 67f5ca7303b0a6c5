import { LinkLoginBody, LoginBody, MeView } from '@kenny/contract';
import { Body, Controller, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  LoginService,
  meView,
  PrincipalResolver,
  sessionCookie,
  setCookieHeader,
  type Anonymous,
  type Login,
} from '../../../auth/index.js';
import { APP_CONFIG, type AppConfig } from '../../../config/index.js';
import type { CallContext } from '../../../kernel/index.js';
import { Access } from '../../admission/access.js';
import { Answers } from '../openapi/answers.js';
import { Ctx, From, stateOf } from '../pipeline/request-state.js';

@Controller('api')
export class SessionController {
  constructor(
    private readonly logins: LoginService,
    private readonly principals: PrincipalResolver,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  @Access('open')
  @Post('login')
  @HttpCode(200)
  @Answers(200, MeView, 'A login with exactly the rights of the token.')
  async login(
    @From() from: Anonymous,
    @Body() { token, stays }: LoginBody,
    @Req() { headers }: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MeView> {
    const asked = { userAgent: headers['user-agent'], stays };
    return this.hold(response, await this.logins.login(from, token, asked));
  }

  @Access('open')
  @Post('login/link')
  @HttpCode(200)
  @Answers(200, MeView, 'A login with the rights that the invitation gives; the link is used up.')
  async loginByLink(
    @From() from: Anonymous,
    @Body() { secret, stays }: LinkLoginBody,
    @Req() { headers }: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MeView> {
    const asked = { userAgent: headers['user-agent'], stays };
    return this.hold(response, await this.logins.loginByLink(from, secret, asked));
  }

  @Access('viewer')
  @Post('logout')
  @HttpCode(204)
  @Answers(204, null, 'The browser is logged out.')
  async logout(
    @Ctx() ctx: CallContext,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const { cookie } = stateOf(request);
    if (cookie !== undefined) await this.logins.logout(ctx, cookie);
    response.setHeader('Set-Cookie', setCookieHeader(sessionCookie(this.config), '', 0));
  }

  @Access('viewer')
  @Get('me')
  @Answers(200, MeView, 'Who the caller is and what they may do.')
  async me(@Ctx() { principal }: CallContext, @Req() request: Request): Promise<MeView> {
    const { cookie } = stateOf(request);
    return meView(principal, cookie === undefined ? null : await this.principals.loginOf(cookie));
  }

  private hold(response: Response, { cookie, max_age_s, me }: Login): MeView {
    const header = setCookieHeader(sessionCookie(this.config), cookie, max_age_s);
    response.setHeader('Set-Cookie', header);
    return me;
  }
}
