import {
  AnyJson,
  AnyObject,
  Bool,
  ListOf,
  Nested,
  Nullable,
  Num,
  OneOf,
  Optional,
  Text,
  Whole,
} from '../../define/decorators.js';
import { CHAT_LIMITS } from '../../http/vocabulary.js';
import { RPC_TURN_STATUSES, type RpcTurnStatus } from '../vocabulary.js';
import { RpcSessionParams } from './sessions.js';

/** A picture of `turns/start`; the door judges it itself, in the words of the seed. */
export interface RpcAttachment {
  readonly type: 'image';
  /** Plain base64. */
  readonly data: string;
  readonly mimeType: string;
  readonly name?: string;
  readonly sizeBytes?: number;
}

/** Names of other clients' fields beside `approvalMode` are ignored. */
export class RpcTurnOptions {
  /** `none` is refused: a change waits for a person at every door. */
  @Nullable()
  @Text({ max: 40 })
  approvalMode?: string | null;
}

export class RpcStartTurn extends RpcSessionParams {
  @Text({ max: CHAT_LIMITS.message })
  input!: string;

  /** `newTurn`, `followUp` or `steer`; default: `steer` while a turn is at work, else `newTurn`. */
  @Nullable()
  @Text({ max: 40 })
  streamingBehavior?: string | null;

  /** Pictures: {@link RpcAttachment}. */
  @AnyJson()
  attachments?: unknown;

  @Nullable()
  @Nested(() => RpcTurnOptions)
  options?: RpcTurnOptions | null;
}

export class RpcTurnParams {
  @Text({ min: 1, max: 64 })
  turnId!: string;
}

export class RpcTurnEventsParams extends RpcTurnParams {
  /** Default: 0, from the beginning. */
  @Nullable()
  @Num({ min: 0 })
  afterSequence?: number | null;
}

/** Why a turn failed: the same in its `error` event, in `turnFinished` and here. */
export class RpcTurnError {
  @Text({ max: 64_000 })
  message!: string;

  @Text({ max: 64 })
  code!: string;

  /** Always false: the next turn may work. */
  @Bool()
  fatal!: boolean;
}

export class RpcTurn {
  @Text({ max: 64 })
  id!: string;

  @Text({ max: 64 })
  sessionId!: string;

  @OneOf(RPC_TURN_STATUSES)
  status!: RpcTurnStatus;

  @Bool()
  cancelRequested!: boolean;

  @Text({ max: 40 })
  createdAt!: string;

  @Nullable()
  @Text({ max: 40 })
  startedAt?: string | null;

  @Nullable()
  @Text({ max: 40 })
  finishedAt?: string | null;

  @Nullable()
  @Nested(() => RpcTurnError)
  error?: RpcTurnError | null;
}

export class RpcTurnEvent {
  /** 1, 2, 3 … within its turn, without a gap. */
  @Whole({ min: 1 })
  sequence!: number;

  @Text({ max: 40 })
  timestamp!: string;

  @Text({ max: 64 })
  sessionId!: string;

  @Text({ max: 64 })
  turnId!: string;

  /** A key of `RPC_TURN_EVENTS`, which says the payload's shape. */
  @Text({ max: 40 })
  type!: string;

  @AnyObject()
  payload!: Record<string, unknown>;

  /** On the socket only: what `kenny/attach` takes as `after`. */
  @Optional()
  @Text({ max: 80 })
  place?: string;
}

export class RpcTurnEventList {
  @Nested(() => RpcTurn)
  turn!: RpcTurn;

  @ListOf(() => RpcTurnEvent)
  events!: RpcTurnEvent[];

  /** There are more than fit: ask again after the last one. */
  @Bool()
  truncated!: boolean;

  @Whole({ min: 1 })
  firstAvailableSequence!: number;
}
