import {
  ChatModelList,
  ChatSettings,
  ModelKeyState,
  PatchChatSettingsBody,
  StoreModelKeyBody,
} from '@kenny/contract';
import { Body, Controller, Delete, Get, Patch, Put } from '@nestjs/common';
import type { CallContext } from '../../../kernel/index.js';
import { ModelKey, Models, mustBeOperator, OperatorSettings } from '../../../settings/index.js';
import { Access } from '../../admission/access.js';
import { Answers } from '../openapi/answers.js';
import { Ctx } from '../pipeline/request-state.js';

/** What operators set for their own chat, and admins for the server's (ADR 0064). */
@Access('operator')
@Controller('api/chat')
export class ChatSettingsController {
  constructor(
    private readonly settings: OperatorSettings,
    private readonly models: Models,
    private readonly modelKey: ModelKey,
  ) {}

  @Get('settings')
  @Answers(200, ChatSettings, "The caller's own settings of the chat.")
  show(@Ctx() ctx: CallContext): Promise<ChatSettings> {
    return this.settings.of(mustBeOperator(ctx));
  }

  @Patch('settings')
  @Answers(
    200,
    ChatSettings,
    'The settings as they are now; fields that were not sent are unchanged.',
  )
  change(@Ctx() ctx: CallContext, @Body() body: PatchChatSettingsBody): Promise<ChatSettings> {
    return this.settings.change(ctx, body);
  }

  @Get('models')
  @Answers(200, ChatModelList, 'The models that the chat can use.')
  async listModels(): Promise<ChatModelList> {
    return { items: [...(await this.models.list())], default_model: this.models.default };
  }

  @Get('key')
  @Answers(200, ModelKeyState, 'Whether the chat has a key, and where it comes from.')
  keyState(): ModelKeyState {
    return this.modelKey.state();
  }

  @Access('admin')
  @Put('key')
  @Answers(
    200,
    ModelKeyState,
    'The key is stored and used at once, unless the environment has one.',
  )
  storeKey(@Ctx() ctx: CallContext, @Body() { key }: StoreModelKeyBody): Promise<ModelKeyState> {
    return this.modelKey.store(ctx, key);
  }

  @Access('admin')
  @Delete('key')
  @Answers(200, ModelKeyState, 'The stored key is deleted; one in the environment stays.')
  removeKey(@Ctx() ctx: CallContext): Promise<ModelKeyState> {
    return this.modelKey.remove(ctx);
  }
}
