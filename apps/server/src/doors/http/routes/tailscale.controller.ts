import { TailscaleTurned, TailscaleView } from '@kenny/contract';
import { Controller, Delete, Get, HttpCode, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { InvitationsService, PrincipalResolver } from '../../../auth/index.js';
import type { CallContext } from '../../../kernel/index.js';
import { TailscaleService } from '../../../tailscale/index.js';
import { Access } from '../../admission/access.js';
import { Answers } from '../openapi/answers.js';
import { Ctx, stateOf } from '../pipeline/request-state.js';
import { mustReachAllPcs } from './whole-fleet.js';

/** How other devices reach the server. */
@Access('admin')
@Controller('api/server/tailscale')
export class TailscaleController {
  constructor(
    private readonly tailscale: TailscaleService,
    private readonly links: InvitationsService,
    private readonly principals: PrincipalResolver,
  ) {}

  @Get()
  @Answers(200, TailscaleView, 'How things stand with Tailscale here, and what to do next.')
  view(): Promise<TailscaleView> {
    return this.tailscale.view();
  }

  @Post()
  @HttpCode(200)
  @Answers(200, TailscaleTurned, 'On, and the server starts again; or what is still to be done.')
  turnOn(@Ctx() ctx: CallContext, @Req() request: Request): Promise<TailscaleTurned> {
    mustReachAllPcs(ctx.principal, 'Letting other devices reach kenny');
    const { cookie } = stateOf(request);
    return this.tailscale.turnOn(ctx, async (address) => {
      // A browser is logged in at one address.
      if (cookie === undefined) return null;
      const { token_id } = await this.principals.loginOf(cookie);
      const { url } = await this.links.ofOwn(ctx, token_id);
      const { pathname, hash } = new URL(url);
      return address + pathname + hash;
    });
  }

  @Delete()
  @Answers(200, TailscaleTurned, 'Off; unless its address was given by hand, it starts again.')
  turnOff(@Ctx() ctx: CallContext): Promise<TailscaleTurned> {
    mustReachAllPcs(ctx.principal, 'Ending that other devices reach kenny');
    return this.tailscale.turnOff(ctx);
  }
}
