import {
  CreatedToken,
  CreateTokenBody,
  PatchTokenBody,
  TokenList,
  TokenView,
} from '@kenny/contract';
import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { TokenChanges, TokensService } from '../../../auth/index.js';
import type { CallContext } from '../../../kernel/index.js';
import { Access } from '../../admission/access.js';
import { pageSize } from '../../admission/page-size.js';
import { Answers } from '../openapi/answers.js';
import { IdParam } from './dto/params.js';
import { TokensQuery } from './dto/queries.js';
import { Ctx } from '../pipeline/request-state.js';
import { mustReachAllPcs } from './whole-fleet.js';

@Access('admin')
@Controller('api/tokens')
export class TokensController {
  constructor(
    private readonly tokens: TokensService,
    private readonly changes: TokenChanges,
  ) {}

  @Get()
  @Answers(200, TokenList, 'Tokens, newest first, without revoked ones.')
  async list(
    @Ctx() { principal }: CallContext,
    @Query() { limit, cursor, scope }: TokensQuery,
  ): Promise<TokenList> {
    mustReachAllPcs(principal, 'The list of tokens');
    return this.tokens.list({
      limit: pageSize(limit),
      ...(cursor ? { cursor } : {}),
      ...(scope ? { scope } : {}),
    });
  }

  @Get(':id')
  @Answers(200, TokenView, 'One token, with its last use.')
  view(@Ctx() { principal }: CallContext, @Param() { id }: IdParam): Promise<TokenView> {
    return this.tokens.view(principal, id);
  }

  @Post()
  @Answers(201, CreatedToken, 'The new token with its secret, shown once.')
  create(@Ctx() ctx: CallContext, @Body() body: CreateTokenBody): Promise<CreatedToken> {
    return this.tokens.create(ctx, body);
  }

  @Patch(':id')
  @Answers(200, TokenView, 'The person with their new rights, which hold at once.')
  change(
    @Ctx() ctx: CallContext,
    @Param() { id }: IdParam,
    @Body() body: PatchTokenBody,
  ): Promise<TokenView> {
    mustReachAllPcs(ctx.principal, 'Changing a person');
    return this.changes.change(ctx, id, body);
  }

  @Delete(':id')
  @HttpCode(204)
  @Answers(204, null, 'The token is revoked, and its logins are ended.')
  async revoke(@Ctx() ctx: CallContext, @Param() { id }: IdParam): Promise<void> {
    mustReachAllPcs(ctx.principal, 'Revoking tokens');
    return this.tokens.revoke(ctx, id);
  }
}
