import { InvitationIssued, InviteBody } from '@kenny/contract';
import { Body, Controller, Param, Post } from '@nestjs/common';
import { InvitationsService } from '../../../auth/index.js';
import type { CallContext } from '../../../kernel/index.js';
import { Access } from '../../admission/access.js';
import { Answers } from '../openapi/answers.js';
import { Ctx } from '../pipeline/request-state.js';
import { IdParam } from './dto/params.js';

@Access('admin')
@Controller('api/invitations')
export class InvitationsController {
  constructor(private readonly invitations: InvitationsService) {}

  @Post()
  @Answers(201, InvitationIssued, 'A link that logs one browser in, once; shown once.')
  invite(@Ctx() ctx: CallContext, @Body() body: InviteBody): Promise<InvitationIssued> {
    return this.invitations.invite(ctx, body);
  }

  @Post(':id/link')
  @Answers(201, InvitationIssued, 'Another link for that person; the one before ends.')
  again(@Ctx() ctx: CallContext, @Param() { id }: IdParam): Promise<InvitationIssued> {
    return this.invitations.again(ctx, id);
  }
}
