import { ERRORS, RPC_ERRORS, type RpcErrorCode } from '@kenny/contract';
import { RpcError, type Params } from '@kenny/jsonrpc';
import type { KennyError } from '../../kernel/index.js';

/** An error of this door's own, with its number. */
export function rpcError(
  code: RpcErrorCode,
  message: string,
  more: Readonly<Record<string, unknown>> = {},
): RpcError {
  return new RpcError(RPC_ERRORS[code].number, message, { code, ...more });
}

export function invalidParams(message: string): RpcError {
  return rpcError('invalid_params', message);
}

const NAMES = {
  session: ['unknown_session', 'Unknown session'],
  turn: ['unknown_turn', 'Unknown turn'],
  entry: ['unknown_entry', 'Unknown fork entryId'],
  question: ['unknown_question', 'Unknown question'],
} as const;

/** Clients know a dead session by these words. */
export function unknown(what: keyof typeof NAMES, id: string): RpcError {
  const [code, words] = NAMES[what];
  return rpcError(code, `${words}: ${id}`, { kenny: 'not_found' });
}

/** An error of the table, in the words of this door. */
export function translated({ code, message, details }: KennyError, params: Params): RpcError {
  const { sessionId } = params;
  const word = ERRORS[code].rpc;
  if (word === 'unknown_session' && typeof sessionId === 'string') {
    return unknown('session', sessionId);
  }
  const wait = details?.['retry_after'];
  return rpcError(details?.['busy'] === true ? 'session_busy' : word, message, {
    kenny: code,
    ...(typeof wait === 'number' ? { retryAfter: wait } : {}),
  });
}
