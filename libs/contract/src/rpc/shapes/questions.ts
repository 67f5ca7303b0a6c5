import {
  AnyJson,
  AnyObject,
  Bool,
  ListOf,
  Nested,
  Nullable,
  OneOf,
  Optional,
  Text,
} from '../../define/decorators.js';
import { QUESTION_LIMITS, type Door } from '../../http/vocabulary.js';
import { AskedQuestion } from '../../tools/ask-operator.js';
import {
  RPC_QUESTION_KINDS,
  RPC_QUESTION_OUTCOMES,
  type RpcQuestionKind,
  type RpcQuestionOutcome,
} from '../vocabulary.js';
import { RpcSessionParams } from './sessions.js';

/** The change that waits behind a question of kind `confirm`, for clients that can show it well. */
export class RpcConfirm {
  @Text({ max: 64 })
  tool!: string;

  /** Exactly those that would run. */
  @AnyObject()
  args!: Record<string, unknown>;

  /** SHA-256 of the call; sent back with the answer it must match. */
  @Text({ max: 64 })
  argsDigest!: string;

  @Nullable()
  @Text({ max: 64 })
  agentId!: string | null;

  @Nullable()
  @Text({ max: 64 })
  turnId!: string | null;

  @Nullable()
  @Text({ max: 128 })
  toolCallId!: string | null;

  @Text({ max: 40 })
  expiresAt!: string;

  /** Whether the question's text shows all of them. */
  @Bool()
  fullArgs!: boolean;
}

export class RpcQuestion {
  @Text({ max: 64 })
  sessionId!: string;

  /** Of kind `confirm` the approval's id. */
  @Text({ max: 64 })
  questionRequestId!: string;

  @ListOf(() => AskedQuestion, QUESTION_LIMITS.questions, 1)
  questions!: AskedQuestion[];

  /** Set by the server: a model's question is never `confirm`. */
  @OneOf(RPC_QUESTION_KINDS)
  kind!: RpcQuestionKind;

  @Optional()
  @Nested(() => RpcConfirm)
  confirm?: RpcConfirm;
}

export class RpcAnswerQuestion extends RpcSessionParams {
  @Text({ min: 1, max: 64 })
  questionRequestId!: string;

  /** `[{question, answer}]`, or null for none. Of a change, only exactly the first option approves. */
  @AnyJson()
  answers?: unknown;

  /** `confirm.argsDigest`; another one denies. */
  @AnyJson()
  argsDigest?: unknown;
}

export class RpcQuestionAnswered {
  @Bool()
  ok!: boolean;

  /** False: somebody was faster, or it ended otherwise; `outcome` says how. */
  @Bool()
  applied!: boolean;

  @OneOf(RPC_QUESTION_OUTCOMES)
  outcome!: RpcQuestionOutcome;
}

export class RpcQuestionResolved {
  @Text({ max: 64 })
  sessionId!: string;

  @Text({ max: 64 })
  questionRequestId!: string;

  @OneOf(RPC_QUESTION_OUTCOMES)
  outcome!: RpcQuestionOutcome;

  /** Where it was decided; null: nowhere, it ended by itself. */
  @Nullable()
  @Text({ max: 40 })
  door!: Door | null;
}
