import type { ErrorBody, ErrorCode } from '@kenny/contract';
import type { KennyError } from '../../kernel/index.js';

/** Default `Retry-After` in seconds, where the error does not name one. */
const USUAL_WAIT_S: Partial<Record<ErrorCode, number>> = { rate_limited: 60, unavailable: 5 };

/** The body of every error of every route (design §4.1). */
export function errorBody({ code, message, details }: KennyError, request_id: string): ErrorBody {
  return {
    error: { code, message, ...(details ? { details: { ...details } } : {}), request_id },
  };
}

/** @param challenge - value of `WWW-Authenticate` at this route */
export function errorHeaders(
  { code, details }: KennyError,
  challenge = 'Bearer',
): Record<string, string> {
  const wait = details?.['retry_after'] ?? USUAL_WAIT_S[code];
  return {
    ...(typeof wait === 'number' ? { 'Retry-After': String(Math.max(1, Math.ceil(wait))) } : {}),
    ...(code === 'unauthenticated' ? { 'WWW-Authenticate': challenge } : {}),
    ...(Array.isArray(details?.['allow']) ? { Allow: details['allow'].join(', ') } : {}),
  };
}
