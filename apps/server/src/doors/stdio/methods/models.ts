import {
  CHAT_EFFORTS,
  SERVERS_OWN,
  type ChatSettings,
  type RpcModel,
  type RpcUpdateSetting,
} from '@kenny/contract';
import { isObject } from '@kenny/kernel';
import type { Choice } from '@kenny/session';
import { Injectable } from '@nestjs/common';
import { ChatService } from '../../../chat/index.js';
import { Models, mustBeOperator, OperatorSettings } from '../../../settings/index.js';
import type { RpcCall, RpcHandlers } from '../rpc-call.js';
import { invalidParams } from '../rpc-error.js';
import { modelIn, modelView } from '../views/model-view.js';

type Names =
  | `models/${'list' | 'current' | 'set'}`
  | 'reasoning/set'
  | `runtime/${'updateSetting' | 'reload'}`;

const EFFORTS: readonly string[] = CHAT_EFFORTS;

/** Which model answers: the operator's usual one, and that of a conversation. */
@Injectable()
export class ModelMethods {
  readonly handlers: RpcHandlers<Names>;

  constructor(
    private readonly chat: ChatService,
    private readonly models: Models,
    private readonly settings: OperatorSettings,
  ) {
    this.handlers = {
      'models/list': (call) => this.list(call),
      'models/current': async ({ ctx }) => this.current(await settings.of(mustBeOperator(ctx))),
      'models/set': async ({ ctx }, { model, provider }) =>
        this.current(await settings.change(ctx, { chat_model: modelIn(model, provider) })),
      'reasoning/set': async ({ ctx }, { effort }) =>
        this.current(await settings.change(ctx, { reasoning_effort: effortIn(effort) })),
      'runtime/updateSetting': (call, params) => this.update(call, params),
      'runtime/reload': async ({ ctx }, { sessionId }) => {
        await chat.own(ctx, sessionId);
        return { ok: true, message: 'Resources reloaded.' };
      },
    };
  }

  private async list({ ctx, request }: RpcCall): Promise<{ models: RpcModel[] }> {
    const own = await this.settings.of(mustBeOperator(ctx));
    const listed = await this.models.list(request.signal);
    const current = this.current(own);
    const models = listed.map((model) =>
      modelView(model, { effort: own.reasoning_effort, current: model.id === current.id }),
    );
    return { models: models.some((one) => one.current) ? models : [...models, current] };
  }

  private current({ chat_model, reasoning_effort: effort }: ChatSettings): RpcModel {
    const model = this.models.find(chat_model ?? this.models.default);
    return modelView(model, { effort, current: true });
  }

  private async update({ ctx }: RpcCall, { sessionId, settingId, value }: RpcUpdateSetting) {
    const { choice, what } = choiceIn(settingId, value);
    await this.chat.choose(ctx, sessionId, choice);
    return { applied: 'live' as const, message: `${what} updated for this session.` };
  }
}

/** @throws RpcError `invalid_params` */
function choiceIn(settingId: string, value: unknown): { choice: Partial<Choice>; what: string } {
  switch (settingId) {
    case 'defaultModel':
      return { choice: { model: ownOr(modelValue(value)) }, what: 'Model' };
    case 'defaultThinkingLevel': {
      const effort = value === null ? SERVERS_OWN : value;
      if (typeof effort !== 'string') throw invalidParams('value: a thinking level');
      return { choice: { effort: ownOr(effortIn(effort)) }, what: 'Thinking level' };
    }
    default:
      throw invalidParams(`Unsupported runtime setting: ${settingId}`);
  }
}

/** As one text, or with its provider beside it. @throws RpcError `invalid_params` */
function modelValue(value: unknown): string {
  if (value === null) return SERVERS_OWN;
  if (typeof value === 'string' && value.trim() !== '') return modelIn(value);
  const { provider, model } = isObject(value) ? value : {};
  if (typeof provider === 'string' && typeof model === 'string') return modelIn(model, provider);
  throw invalidParams('value: Provider/model-id');
}

/** @throws RpcError `invalid_params` */
function effortIn(effort: string): string {
  if (EFFORTS.includes(effort) || effort === SERVERS_OWN) return effort;
  const known = [...EFFORTS, SERVERS_OWN].join(', ');
  throw invalidParams(`Unsupported effort: ${effort}; one of ${known}`);
}

/** Null: that of the operator. */
const ownOr = (value: string): string | null => (value === SERVERS_OWN ? null : value);
