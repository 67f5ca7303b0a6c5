import { ERRORS, type WsError } from '@kenny/contract';
import { Logger } from '@nestjs/common';
import { KennyError } from '../../kernel/index.js';
import type { Named } from './ws-request.js';

/** Our levels as methods of Nest's logger. */
const NEST_LEVELS = { debug: 'debug', info: 'log', warn: 'warn', error: 'error' } as const;
const logger = new Logger('Ws');

/**
 * Turns whatever was thrown into an error of the table, and logs it at that error's level; refusals
 * only while `mayTell`.
 */
export function expected(thrown: unknown, { action }: Named, mayTell: () => boolean): KennyError {
  if (thrown instanceof KennyError) {
    if (thrown.level === 'error' || mayTell()) {
      logger[NEST_LEVELS[thrown.level]](`/ws ${action ?? 'message'}: ${thrown.code}`);
    }
    return thrown;
  }
  const stack = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  logger.error(`/ws ${action ?? 'message'} failed`, { stack });
  return new KennyError('internal', `Something went wrong here. ${ERRORS.internal.hint}`);
}

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
