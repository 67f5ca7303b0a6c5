import * as shapes from '../shapes/index.js';
import { CHANGES, READS, type RpcMethodDefinition } from './method.js';

/** The beginning and end at the editor, and what only `kenny rpc` and the server say to each other. */
export const CONNECTION_METHODS = {
  initialize: {
    ...READS,
    ...{ at: 'process', group: 'lifecycle' },
    params: shapes.RpcNothing,
    result: shapes.RpcInitialized,
    purpose: 'what can be done here; nothing has to wait for it',
  },
  shutdown: {
    ...CHANGES,
    ...{ at: 'process', group: 'lifecycle' },
    params: shapes.RpcNothing,
    result: shapes.RpcDone,
    purpose: 'ends `kenny rpc` after the answer; turns go on at the server',
  },
  'kenny/hello': {
    ...READS,
    ...{ group: 'internal' },
    params: shapes.RpcHello,
    result: shapes.RpcWelcome,
    purpose: 'who is connected, and whether there is a model',
  },
  'kenny/attach': {
    ...CHANGES,
    ...{ changes: false, group: 'internal' },
    params: shapes.RpcAttach,
    result: shapes.RpcAttached,
    purpose: 'from now on the notifications of a conversation, after a place each exactly once',
  },
  'kenny/detach': {
    ...CHANGES,
    ...{ changes: false, group: 'internal' },
    params: shapes.RpcSessionParams,
    result: shapes.RpcDetached,
    purpose: 'no more of them',
  },
  'kenny/tidy': {
    ...CHANGES,
    ...{ group: 'internal' },
    params: shapes.RpcSessionParams,
    result: shapes.RpcTidied,
    purpose: 'deletes a conversation that is idle, empty, unnamed and attached by nobody else',
  },
} as const satisfies Record<string, RpcMethodDefinition>;
