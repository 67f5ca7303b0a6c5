import {
  AnyJson,
  Bool,
  ListOf,
  Nested,
  Nullable,
  Num,
  OneOf,
  Optional,
  Text,
  TextList,
  Whole,
} from '../../define/decorators.js';
import { RpcQuestion } from './questions.js';
import { RpcSessionParams } from './sessions.js';

export class RpcModel {
  @Text({ max: 64 })
  provider!: string;

  @Text({ max: 200 })
  id!: string;

  @Text({ max: 200 })
  name!: string;

  @Bool()
  reasoning!: boolean;

  @Optional()
  @Nullable()
  @Text({ max: 40 })
  reasoningEffort?: string | null;

  @Optional()
  @Nullable()
  @Whole({ min: 1 })
  contextWindow?: number | null;

  @Bool()
  current!: boolean;

  /** As `id`, for older clients. */
  @Text({ max: 200 })
  model!: string;
}

export class RpcModelList {
  @ListOf(() => RpcModel, 1000)
  models!: RpcModel[];
}

export class RpcSetModel {
  /** `model-id` or `Provider/model-id`. */
  @Text({ min: 1, max: 200 })
  model!: string;

  @Nullable()
  @Text({ max: 64 })
  provider?: string | null;
}

export class RpcSetReasoning {
  @Text({ min: 1, max: 40 })
  effort!: string;

  @Nullable()
  @Text({ max: 64 })
  provider?: string | null;
}

/** What both `runtime/state` and `runtime/stats` say of a conversation. */
export class RpcRuntimeSession {
  /** As `path` of the session. */
  @Text({ max: 200 })
  sessionFile!: string;

  /** The conversation's own id on both ends, for older clients. */
  @Text({ max: 64 })
  sessionId!: string;

  /** On stdout the handle. */
  @Text({ max: 64 })
  rpcSessionId!: string;

  @Text({ max: 64 })
  persistentSessionId!: string;

  @Optional()
  @Nullable()
  @Text({ max: 200 })
  sessionName?: string | null;

  @Bool()
  autoCompactionEnabled!: boolean;
}

export class RpcRuntimeState extends RpcRuntimeSession {
  @Nested(() => RpcModel)
  model!: RpcModel;

  @Optional()
  @Nullable()
  @Text({ max: 40 })
  thinkingLevel?: string | null;

  @Bool()
  isStreaming!: boolean;

  @Bool()
  isCompacting!: boolean;

  @Text({ max: 40 })
  steeringMode!: string;

  @Text({ max: 40 })
  followUpMode!: string;

  @Bool()
  autoRetryEnabled!: boolean;

  @Text({ max: 64 })
  defaultProvider!: string;

  /** `Provider/model-id`. */
  @Text({ max: 200 })
  defaultModel!: string;

  @Optional()
  @Nullable()
  @Text({ max: 40 })
  defaultThinkingLevel?: string | null;

  @Bool()
  hideThinkingBlock!: boolean;

  @Bool()
  quietStartup!: boolean;

  @OneOf(['kenny-rpc'])
  transport!: 'kenny-rpc';

  @Bool()
  imageAutoResize!: boolean;

  @Bool()
  blockImages!: boolean;

  @TextList()
  enabledModels!: string[];

  @Bool()
  enableSkillCommands!: boolean;

  @Whole({ min: 0 })
  messageCount!: number;

  /** Turns that are queued or at work. */
  @Whole({ min: 0 })
  pendingMessageCount!: number;

  /** What waits for this person, so that a client that comes back can answer. */
  @ListOf(() => RpcQuestion, 100)
  pendingQuestions!: RpcQuestion[];
}

export class RpcContextUsage {
  @Whole({ min: 0 })
  tokens!: number;

  @Whole({ min: 1 })
  contextWindow!: number;

  /** With two decimals. */
  @Num({ min: 0 })
  percent!: number;

  @Bool()
  estimated!: boolean;
}

export class RpcTokenTotals {
  @Whole({ min: 0 })
  input!: number;

  @Whole({ min: 0 })
  output!: number;

  @Whole({ min: 0 })
  cacheRead!: number;

  @Whole({ min: 0 })
  cacheWrite!: number;

  @Whole({ min: 0 })
  total!: number;
}

export class RpcRuntimeStats extends RpcRuntimeSession {
  @Whole({ min: 0 })
  userMessages!: number;

  @Whole({ min: 0 })
  assistantMessages!: number;

  @Whole({ min: 0 })
  toolCalls!: number;

  @Whole({ min: 0 })
  toolResults!: number;

  @Whole({ min: 0 })
  totalMessages!: number;

  @Bool()
  usingSubscription!: boolean;

  /** What the provider counted in all turns. */
  @Nested(() => RpcTokenTotals)
  tokens!: RpcTokenTotals;

  @Optional()
  @Nested(() => RpcContextUsage)
  contextUsage?: RpcContextUsage;
}

export class RpcUpdateSetting extends RpcSessionParams {
  /** One of `RPC_SETTINGS`. */
  @Text({ min: 1, max: 64 })
  settingId!: string;

  /** A text, or for a model `{provider, model}`. */
  @AnyJson()
  value?: unknown;
}

export class RpcSettingUpdated {
  @OneOf(['live'])
  applied!: 'live';

  @Text({ max: 200 })
  message!: string;
}

export class RpcDone {
  @Bool()
  ok!: boolean;

  @Optional()
  @Text({ max: 200 })
  message?: string;
}
