import type { WsAction, WsPayloadOf } from '@kenny/contract';
import type { CallContext } from '../../kernel/index.js';
import type { Deliver, PacedWatcher } from '../../subscriptions/index.js';

export interface Call {
  readonly ctx: CallContext;
  readonly watcher: PacedWatcher;
  readonly answer: Deliver;
}

export type Handlers = {
  [A in WsAction]: (call: Call, payload: WsPayloadOf<A>) => void | Promise<void>;
};
