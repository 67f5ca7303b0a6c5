import { RPC_ERRORS, type ErrorCode, type RpcErrorCode } from '@kenny/contract/client';
import { RpcError } from '@kenny/jsonrpc';

/** An answer of this process's own; `kenny` is the code that other doors would give. */
export function refusal(code: RpcErrorCode, message: string, kenny?: ErrorCode): RpcError {
  return new RpcError(RPC_ERRORS[code].number, message, { code, ...(kenny ? { kenny } : {}) });
}

export const invalid = (message: string): RpcError => refusal('invalid_params', message);
export const unavailable = (message: string): RpcError =>
  refusal('backend_unavailable', message, 'unavailable');
export const unauthorized = (message: string): RpcError =>
  refusal('unauthorized', message, 'unauthenticated');
