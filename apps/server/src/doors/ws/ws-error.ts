import { ERRORS, type WsError } from '@kenny/contract';
import type { KennyError } from '../../kernel/index.js';
import type { Named } from './ws-request.js';

export function errorMessage(
  { id, action }: Named,
  { code, message, details }: KennyError,
  request_id: string,
  now: number,
): WsError {
  return {
    ...{ id, type: 'error', action },
    payload: { code: ERRORS[code].ws, message, details: { ...details, code, request_id } },
    timestamp: new Date(now).toISOString(),
  };
}
