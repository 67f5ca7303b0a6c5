import {
  AnyJson,
  AnyObject,
  Bool,
  Nested,
  Nullable,
  Num,
  ObjectList,
  OneOf,
  Optional,
  Text,
  Whole,
} from '../../define/decorators.js';
import { CHAT_LIMITS } from '../../http/vocabulary.js';
import { RPC_TOOL_KINDS, type RpcToolKind } from '../vocabulary.js';
import { RpcTurnError } from './turns.js';

/** Payloads of `turn/event`, each as seed 004 has it. */

export class RpcTurnQueued {
  @OneOf(['queued'])
  status!: 'queued';
}

export class RpcTurnStarted {
  @OneOf(['running'])
  status!: 'running';
}

export class RpcTurnFinished {
  @OneOf(['completed', 'failed', 'canceled'])
  status!: 'completed' | 'failed' | 'canceled';

  @Nullable()
  @Nested(() => RpcTurnError)
  error!: RpcTurnError | null;
}

export class RpcTurnSteered {
  @Text({ max: CHAT_LIMITS.text })
  input!: string;

  @Text({ max: 40 })
  createdAt!: string;
}

export class RpcDelta {
  @Text({ max: CHAT_LIMITS.text })
  delta!: string;
}

export class RpcAssistantMessage {
  /** `{role: "assistant", content}` with parts as in a transcript, once for each round of the model. */
  @AnyObject()
  message!: Record<string, unknown>;
}

export class RpcModelRetry {
  @Text({ max: 64 })
  provider!: string;

  @Text({ max: 200 })
  model!: string;

  @Whole({ min: 1 })
  attempt!: number;

  @Whole({ min: 1 })
  maxAttempts!: number;

  @Num({ min: 0 })
  delaySeconds!: number;

  @Text({ max: 64_000 })
  error!: string;
}

/** What older clients draw a call by. */
export class RpcToolMark {
  @OneOf(RPC_TOOL_KINDS)
  kind!: RpcToolKind;

  @Text({ max: 128 })
  name!: string;
}

/** The call as the model wrote it. */
export class RpcRawToolCall {
  @Text({ max: 128 })
  id!: string;

  @Text({ max: 128 })
  name!: string;

  @AnyObject()
  arguments!: Record<string, unknown>;
}

export class RpcToolCall {
  @Text({ max: 128 })
  toolCallId!: string;

  /** kenny's own name. */
  @Text({ max: 128 })
  toolName!: string;

  /** With names in camelCase, and `agentId` where the call went to a PC. */
  @AnyObject()
  args!: Record<string, unknown>;

  @Nested(() => RpcRawToolCall)
  rawToolCall!: RpcRawToolCall;

  @Nested(() => RpcRawToolCall)
  toolCall!: RpcRawToolCall;

  @Optional()
  @Nested(() => RpcToolMark)
  tool?: RpcToolMark;
}

export class RpcToolOutcome {
  @Text({ max: CHAT_LIMITS.text })
  content!: string;

  @Bool()
  isError!: boolean;

  @ObjectList(100)
  images!: Record<string, unknown>[];

  /** A code of the table of errors. */
  @Optional()
  @Text({ max: 64 })
  code?: string;
}

export class RpcToolResult extends RpcToolCall {
  /** As the model reads it; a refusal begins with `Declined: `, a failure with `Error: `. */
  @Text({ max: CHAT_LIMITS.text })
  content!: string;

  @Nested(() => RpcToolOutcome)
  result!: RpcToolOutcome;
}

export class RpcAnswer {
  /** The turn's last text. */
  @Text({ max: CHAT_LIMITS.text })
  content!: string;

  @Optional()
  @AnyJson()
  usage?: unknown;
}

export class RpcNoPayload {}

/** The events of a turn; a name stands nowhere else. `toolPending` of the engine becomes `ui/question`. */
export const RPC_TURN_EVENTS = {
  turnQueued: RpcTurnQueued,
  turnSteered: RpcTurnSteered,
  turnStarted: RpcTurnStarted,
  reasoningDelta: RpcDelta,
  assistantDelta: RpcDelta,
  assistantMessage: RpcAssistantMessage,
  modelRetry: RpcModelRetry,
  toolCall: RpcToolCall,
  toolResult: RpcToolResult,
  answer: RpcAnswer,
  turnCancelRequested: RpcNoPayload,
  error: RpcTurnError,
  turnFinished: RpcTurnFinished,
} as const;
export type RpcTurnEventType = keyof typeof RPC_TURN_EVENTS;
