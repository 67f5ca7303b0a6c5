import {
  AnswerChatBody,
  CancelChatBody,
  ChatAnswer,
  ChatBody,
  ChatSessionDetail,
  ChatSessionList,
  ChatSessionView,
  ConfirmBody,
  RenameChatBody,
} from '@kenny/contract';
import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ChatApi, ChatService, ChatViews, SectionQuestions } from '../../../chat/index.js';
import { KennyError, type CallContext } from '../../../kernel/index.js';
import { Access } from '../../admission/access.js';
import { pageSize } from '../../admission/page-size.js';
import { Answers } from '../openapi/answers.js';
import { IdParam } from './dto/params.js';
import { ChatSessionsQuery, PageQuery } from './dto/queries.js';
import { Ctx } from '../pipeline/request-state.js';

/** Turns on one page of a conversation: default and maximum. */
const TURNS = { usual: 20, most: 100 } as const;

/** Conversations with the model; a change waits for a person here as anywhere (seed 002). */
@Access('operator')
@Controller('api/chat')
export class ChatController {
  constructor(
    private readonly chatApi: ChatApi,
    private readonly chat: ChatService,
    private readonly views: ChatViews,
    private readonly sectionQuestions: SectionQuestions,
  ) {}

  @Post()
  @HttpCode(200)
  @Answers(200, ChatAnswer, 'The turn has ended, or waits for a decision.')
  async ask(
    @Ctx() ctx: CallContext,
    @Body() { session_id, message, agent_id, explain }: ChatBody,
  ): Promise<ChatAnswer> {
    if ((message === undefined) === (explain === undefined)) {
      throw new KennyError('validation', 'Send either message or explain.');
    }
    if (!explain) return this.chatApi.ask(ctx, { session_id, message: message ?? '', agent_id });
    const question = await this.sectionQuestions.about(ctx, explain);
    const about = agent_id ?? explain.agent_id;
    return this.chatApi.ask(ctx, { session_id, message: question, agent_id: about });
  }

  @Post('confirm')
  @HttpCode(200)
  @Answers(200, ChatAnswer, 'Result of the decision: the turn has ended, or waits again.')
  confirm(@Ctx() ctx: CallContext, @Body() body: ConfirmBody): Promise<ChatAnswer> {
    return this.chatApi.confirm(ctx, body);
  }

  @Post('answer')
  @HttpCode(200)
  @Answers(200, ChatAnswer, 'Result of the answer: the turn has ended, or waits again.')
  reply(@Ctx() ctx: CallContext, @Body() body: AnswerChatBody): Promise<ChatAnswer> {
    return this.chatApi.reply(ctx, body);
  }

  @Get('sessions')
  @Answers(200, ChatSessionList, 'Conversations, newest first.')
  list(
    @Ctx() { principal }: CallContext,
    @Query() { q, limit, cursor }: ChatSessionsQuery,
  ): Promise<ChatSessionList> {
    return this.views.list(principal, { q, limit: pageSize(limit), cursor });
  }

  @Get('sessions/:id')
  @Answers(200, ChatSessionDetail, 'One conversation with its turns, newest first.')
  show(
    @Ctx() ctx: CallContext,
    @Param() { id }: IdParam,
    @Query() { limit, cursor }: PageQuery,
  ): Promise<ChatSessionDetail> {
    const size = pageSize(limit, TURNS.usual, TURNS.most);
    return this.views.detail(ctx, id, { limit: size, cursor });
  }

  @Patch('sessions/:id')
  @Answers(200, ChatSessionView, 'The conversation under its new name.')
  async rename(
    @Ctx() ctx: CallContext,
    @Param() { id }: IdParam,
    @Body() { name }: RenameChatBody,
  ): Promise<ChatSessionView> {
    return this.views.view(await this.chat.rename(ctx, id, name));
  }

  @Delete('sessions/:id')
  @HttpCode(204)
  @Answers(204, null, 'The conversation is deleted; what was done stays in the audit log.')
  async remove(@Ctx() ctx: CallContext, @Param() { id }: IdParam): Promise<void> {
    await this.chat.remove(ctx, id);
  }

  @Post('sessions/:id/cancel')
  @HttpCode(200)
  @Answers(200, ChatSessionView, 'The conversation; what waited for a decision is withdrawn.')
  async cancel(
    @Ctx() ctx: CallContext,
    @Param() { id }: IdParam,
    @Body() { turn_id }: CancelChatBody,
  ): Promise<ChatSessionView> {
    return this.views.view(await this.chat.cancel(ctx, id, turn_id));
  }
}
