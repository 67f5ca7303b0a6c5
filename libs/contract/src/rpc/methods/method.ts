import type { RpcErrorCode } from '../errors.js';

type Shape = new () => object;

/** Where a method stands in the capabilities of `initialize`. */
export const RPC_GROUPS = [
  'lifecycle',
  'workspace',
  'sessions',
  'turns',
  'extensionUi',
  'runtime',
  'runtimeSettings',
  'models',
  'tools',
  'prompts',
  'commands',
  'startupResources',
  'memory',
  'config',
  'auth',
  'logging',
  /** Between `kenny rpc` and the server only: never told to an editor. */
  'internal',
] as const;
export type RpcGroup = (typeof RPC_GROUPS)[number];

/** What both ends of `/rpc` know of a method, as plain data. */
export interface RpcMethodFacts {
  readonly group: RpcGroup;
  /** The least scope that may ask. */
  readonly audience: 'operator' | 'admin';
  /** A slow one runs beside the others and can be cancelled. */
  readonly pace: 'quick' | 'slow';
  /** Quick ones run in the order in which they came: among all of a connection, or of one conversation. */
  readonly key: 'global' | 'session';
  readonly changes: boolean;
  /** In `kenny rpc` itself, or at the server; a folder's workspace is answered by the first. */
  readonly at: 'process' | 'server';
  /** Its result begins a new handle: the first of `handles`. */
  readonly opens?: true;
  /** Fields of the result that hold a handle on stdout, and a conversation's id on the socket. */
  readonly handles?: readonly string[];
  /** Refusals that neither its params nor its audience tell of. */
  readonly refusals?: readonly RpcErrorCode[];
  readonly purpose: string;
}

export interface RpcMethodDefinition extends RpcMethodFacts {
  /** Open: a key that is not known is ignored. Absent, null and `[]` are `{}`. */
  readonly params: Shape;
  readonly result: Shape;
}

/** What most methods share; the rest is said where it differs. */
const COMMON = { audience: 'operator', pace: 'quick', at: 'server' } as const;
export const READS = { ...COMMON, key: 'global', changes: false } as const;
/** Big ones of one conversation, which wait for no other. */
export const READS_SESSION = { ...READS, key: 'session' } as const;
/** In the order in which they came: what follows a change sees it. */
export const CHANGES = { ...COMMON, key: 'global', changes: true } as const;
