import {
  AnyObject,
  Bool,
  Nested,
  Nullable,
  OneOf,
  Optional,
  Text,
  Whole,
} from '../../define/decorators.js';
import { CHAT_PLACE_PATTERN } from '../../http/vocabulary.js';
import { RpcSession, RpcSessionParams } from './sessions.js';

/** What a client says of itself is ignored. */
export class RpcNothing {}

export class RpcInitialized {
  @Whole({ min: 1 })
  protocolVersion!: number;

  @Text({ max: 64 })
  serverName!: string;

  @Bool()
  experimental!: boolean;

  @AnyObject()
  capabilities!: Record<string, unknown>;
}

export class RpcHello {
  /** The version of `kenny rpc`, for the log. */
  @Text({ max: 64 })
  version!: string;
}

export class RpcWho {
  @Text({ max: 128 })
  id!: string;

  @Text({ max: 200 })
  name!: string;
}

export class RpcChatState {
  @Bool()
  available!: boolean;

  /** Why not, for a person. */
  @Nullable()
  @Text()
  why!: string | null;
}

export class RpcWelcome {
  @Text({ max: 64 })
  version!: string;

  @Nested(() => RpcWho)
  operator!: RpcWho;

  @OneOf(['operator', 'admin'])
  scope!: 'operator' | 'admin';

  /** Whether this token may approve. */
  @Bool()
  decide!: boolean;

  @Nested(() => RpcChatState)
  chat!: RpcChatState;
}

export class RpcAttach extends RpcSessionParams {
  /** The `place` of the last event that the client has; without it, only new ones come. */
  @Nullable()
  @Text({ pattern: CHAT_PLACE_PATTERN, max: 80 })
  after?: string | null;
}

export class RpcAttached {
  @Nested(() => RpcSession)
  session!: RpcSession;

  /** The last event that there is; those up to it that are asked for follow the answer. */
  @Text({ max: 80 })
  last!: string;

  /** There were more after `after` than are sent again: read the rest with `turns/events`. */
  @Optional()
  @Bool()
  truncated?: boolean;
}

export class RpcDetached {
  @Bool()
  detached!: boolean;
}

export class RpcTidied {
  @Bool()
  removed!: boolean;
}
