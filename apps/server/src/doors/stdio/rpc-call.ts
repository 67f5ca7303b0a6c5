import type {
  RpcNotification,
  RpcNotificationOf,
  RpcParamsOf,
  RpcResultOf,
  RpcServerMethod,
} from '@kenny/contract';
import type { RequestContext } from '@kenny/jsonrpc';
import type { CallContext } from '../../kernel/index.js';
import type { Visitor } from '../admission/visitor.js';

/** The other end of a socket, as methods and attachments need it. */
export interface RpcClient {
  readonly visitor: Visitor;
  readonly open: boolean;
  /** Whether there is room for more; without, wait for `drained`. */
  notify<N extends RpcNotification>(name: N, payload: RpcNotificationOf<N>): boolean;
  drained(): Promise<void>;
}

export interface RpcCall {
  readonly ctx: CallContext;
  readonly client: RpcClient;
  readonly request: RequestContext;
}

/** Handlers of some methods; together they are all that are there. */
export type RpcHandlers<M extends RpcServerMethod = RpcServerMethod> = {
  readonly [K in M]: (
    call: RpcCall,
    params: RpcParamsOf<K>,
  ) => RpcResultOf<K> | Promise<RpcResultOf<K>>;
};
