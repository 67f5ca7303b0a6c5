import { CONFIG_METHODS } from './config.js';
import { CONNECTION_METHODS } from './connection.js';
import { MEMORY_METHODS } from './memory.js';
import { RESOURCE_METHODS } from './resources.js';
import { RUNTIME_METHODS } from './runtime.js';
import { SESSION_METHODS } from './sessions.js';
import { TURN_METHODS } from './turns.js';

export { RPC_GROUPS, type RpcGroup, type RpcMethodFacts } from './method.js';

/** Every method of seed 004 that kenny has, and ours; a name stands nowhere else. */
export const RPC_METHODS = {
  ...CONNECTION_METHODS,
  ...RESOURCE_METHODS,
  ...SESSION_METHODS,
  ...TURN_METHODS,
  ...RUNTIME_METHODS,
  ...MEMORY_METHODS,
  ...CONFIG_METHODS,
} as const;

export type RpcMethod = keyof typeof RPC_METHODS;
export type RpcParamsOf<M extends RpcMethod> = InstanceType<(typeof RPC_METHODS)[M]['params']>;
export type RpcResultOf<M extends RpcMethod> = InstanceType<(typeof RPC_METHODS)[M]['result']>;

/** Those that the server answers: each needs a handler, and no other may have one. */
export type RpcServerMethod = {
  [M in RpcMethod]: (typeof RPC_METHODS)[M] extends { at: 'server' } ? M : never;
}[RpcMethod];

export function isRpcMethod(name: string): name is RpcMethod {
  return Object.hasOwn(RPC_METHODS, name);
}
