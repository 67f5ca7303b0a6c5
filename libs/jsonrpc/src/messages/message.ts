import { isObject } from '@kenny/kernel';
import { RpcError, RpcNumber, type ErrorObject } from './rpc-error.js';

/** JSON-RPC also allows fractions; null is for errors that belong to no request. */
export type RpcId = string | number;
/** Of requests and notifications; absent, null and `[]` are `{}`. */
export type Params = Readonly<Record<string, unknown>>;

/** A message that leaves. */
export type Message = Readonly<
  { jsonrpc: '2.0' } & (
    | { id: RpcId; method: string; params?: unknown }
    | { method: string; params?: unknown }
    | { id: RpcId; result: unknown }
    | { id: RpcId | null; error: ErrorObject }
  )
>;

/** A message that came, as far as it can be understood. */
export type Incoming =
  | { readonly kind: 'request'; id: RpcId; method: string; params: unknown }
  | { readonly kind: 'notification'; method: string; params: unknown }
  | { readonly kind: 'result'; id: RpcId; result: unknown }
  | { readonly kind: 'failure'; id: RpcId; error: RpcError }
  | { readonly kind: 'invalid'; id: RpcId | null; why: string }
  | { readonly kind: 'nothing' };

export const VERSION = '2.0';
/** Ids are sent back and kept while a request is at work. */
const MAX_ID_LENGTH = 1024;

const invalid = (why: string, id: RpcId | null = null): Incoming => ({ kind: 'invalid', id, why });

/** What a JSON value is as a message of JSON-RPC 2.0. Nothing is thrown. */
export function classify(value: unknown): Incoming {
  if (Array.isArray(value)) return invalid('batches are not supported');
  if (!isObject(value)) return invalid('a message is a JSON object');
  const { id, method } = value;
  if (method === undefined && ('result' in value || 'error' in value)) return answer(value);
  if (id !== undefined && !isId(id)) {
    return invalid('an id is a string (of at most 1,024 characters) or a number that is exact');
  }
  if (value['jsonrpc'] !== VERSION) return invalid('jsonrpc must be "2.0"', id);
  if (typeof method !== 'string' || method === '') {
    return id === undefined ? { kind: 'nothing' } : invalid('method must be a text', id);
  }
  const { params } = value;
  if (id === undefined) return { kind: 'notification', method, params };
  return { kind: 'request', id, method, params };
}

/** Whether a value was meant as a message: programs also print other JSON, such as log lines. */
export function isMeantAsMessage(value: unknown): boolean {
  if (!isObject(value)) return false;
  if ('jsonrpc' in value || 'method' in value) return true;
  return 'id' in value && ('result' in value || 'error' in value);
}

/** @throws RpcError -32602 for a list with something in it, and for what is neither list nor object */
export function paramsOf(params: unknown): Params {
  if (params === undefined || params === null) return {};
  if (Array.isArray(params) && params.length === 0) return {};
  if (isObject(params)) return params;
  throw RpcError.of('invalid_params', 'Invalid params: name them in an object');
}

/** Whether an id can be sent back exactly as it came. */
export function isId(id: unknown): id is RpcId {
  if (typeof id === 'string') return id.length <= MAX_ID_LENGTH;
  return typeof id === 'number' && Math.abs(id) <= Number.MAX_SAFE_INTEGER;
}

/** A broken answer still ends the request that it names; one that names none is nothing. */
function answer({ jsonrpc, id, result, error }: Record<string, unknown>): Incoming {
  if (!isId(id)) return { kind: 'nothing' };
  if (error !== undefined && error !== null) return { kind: 'failure', id, error: errorOf(error) };
  if (jsonrpc === VERSION) return { kind: 'result', id, result };
  return { kind: 'failure', id, error: broken('jsonrpc is not "2.0"') };
}

function errorOf(error: unknown): RpcError {
  if (!isObject(error)) return broken('error is not an object');
  const { code, message, data } = error;
  if (typeof code !== 'number') return broken('error has no code');
  return new RpcError(code, typeof message === 'string' ? message : 'no message', data);
}

const broken = (why: string) =>
  new RpcError(RpcNumber.invalidRequest, `The answer is not valid: ${why}`);
