import { ERRORS, isErrorCode, type ErrorBody, type ErrorCode } from '@kenny/contract/web';

/** Whether what was asked for may have been done all the same. */
export type Ran = 'no' | 'maybe';

/** An answer that is no success, in the form in which pages show it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly code: ErrorCode | 'unreachable',
    message: string,
    readonly requestId: string | null,
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }

  /** What the reader can do next. */
  get next(): string {
    return this.code === 'unreachable'
      ? 'Check that the server runs and that this browser reaches it.'
      : ERRORS[this.code].hint;
  }

  /** Nobody knows what became of a request whose answer is missing. */
  get ran(): Ran {
    return MAY_HAVE_RUN.has(this.code) ? 'maybe' : 'no';
  }

  /** The id under which the record or the log knows it. */
  get callId(): string | null {
    const { call_id } = this.details;
    return typeof call_id === 'string' ? call_id : this.requestId;
  }
}

const MAY_HAVE_RUN: ReadonlySet<string> = new Set<ErrorCode | 'unreachable'>([
  'timeout',
  'internal',
  'exec_failed',
  'unreachable',
]);

/** Reads `{ error: { code, message, … } }`; whatever else came is not from kenny. */
export function errorFrom(status: number, body: unknown): ApiError {
  const error = isErrorBody(body) ? body.error : undefined;
  if (!error) return new ApiError('unreachable', `Something answered ${status}, not kenny.`, null);
  return new ApiError(error.code, error.message, error.request_id, error.details);
}

/** Any thrown value as something that can be shown. */
export function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const words = thrown instanceof Error ? thrown.message : String(thrown);
  return new ApiError('internal', words, null);
}

function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== 'object' || body === null || !('error' in body)) return false;
  const { error } = body;
  return typeof error === 'object' && error !== null && 'code' in error && isErrorCode(error.code);
}
