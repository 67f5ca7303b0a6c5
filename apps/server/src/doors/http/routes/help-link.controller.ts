import { HelpLinkBody, HelpLinkView } from '@kenny/contract';
import { Body, Controller, Get, Put } from '@nestjs/common';
import type { CallContext } from '../../../kernel/index.js';
import { HelpLink } from '../../../settings/index.js';
import { Access } from '../../admission/access.js';
import { Answers } from '../openapi/answers.js';
import { Ctx } from '../pipeline/request-state.js';
import { mustReachAllPcs } from './whole-fleet.js';

/** How remote help is opened where a PC has no link of its own. */
@Controller('api/server/help-link')
export class HelpLinkController {
  constructor(private readonly helpLink: HelpLink) {}

  @Access('operator')
  @Get()
  @Answers(200, HelpLinkView, 'The link that opens remote help, with its blanks.')
  view(): Promise<HelpLinkView> {
    return this.helpLink.view();
  }

  @Access('admin')
  @Put()
  @Answers(200, HelpLinkView, 'The link as it is now; an empty one takes it away.')
  set(@Ctx() ctx: CallContext, @Body() { link }: HelpLinkBody): Promise<HelpLinkView> {
    mustReachAllPcs(ctx.principal, 'Changing the link for remote help');
    return this.helpLink.set(ctx, link);
  }
}
