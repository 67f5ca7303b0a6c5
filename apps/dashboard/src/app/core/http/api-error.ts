import { ClientError, noAnswer, refusalIn, UNREACHABLE } from '@kenny/client';
import { hintFor, isErrorCode, type ErrorCode } from '@kenny/contract/web';

/** Whether a failed request may have run all the same; for a read it does not matter. */
export type Ran = 'no' | 'maybe' | 'only read';

/** For people who cannot fix it. */
export const NOT_CONNECTED = 'Not connected.';

/** Any failure, in the form in which pages show it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly code: ErrorCode | typeof UNREACHABLE,
    message: string,
    readonly requestId: string | null,
    readonly details: Readonly<Record<string, unknown>> = {},
    private readonly reads = false,
  ) {
    super(message);
  }

  /** The same failure of a read: it cannot have changed anything. */
  ofRead(): ApiError {
    return new ApiError(this.code, this.message, this.requestId, this.details, true);
  }

  /** What the reader can do next. */
  get next(): string {
    const { hint } = this.details;
    if (typeof hint === 'string') return hint;
    // Its message says what is in the way: one sentence would not fit them all.
    if (this.code === 'conflict') return '';
    const silent = this.code === 'unreachable' || this.code === 'timeout';
    if (silent && this.ran === 'only read') return 'Try again.';
    return this.code === 'unreachable'
      ? 'Check that the server is running and that this browser can reach it.'
      : hintFor('page', this.code);
  }

  /** Without an answer nobody knows whether it ran. */
  get ran(): Ran {
    if (this.reads) return 'only read';
    return MAY_HAVE_RUN.has(this.code) ? 'maybe' : 'no';
  }

  /** The browser's own message; folded, since it helps only whoever fixes it. */
  get technical(): string | null {
    const { cause } = this.details;
    return typeof cause === 'string' ? cause : null;
  }

  /** Under which the audit log or the server log has it. */
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

/** What a status above 299 says; anything but kenny's own body is not from kenny. */
export function errorFrom(status: number, body: unknown): ApiError {
  const refusal = refusalIn(body, { status });
  return refusal
    ? ofClient(refusal)
    : unreachable(`Status ${status} came from something that is not kenny.`);
}

/** @param cause as the browser says it */
export function unreachable(cause: string): ApiError {
  return asApiError(noAnswer(cause));
}

/** Any thrown value as something that can be shown. */
export function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof ClientError) return ofClient(thrown);
  const words = thrown instanceof Error ? thrown.message : String(thrown);
  return new ApiError('internal', words, null);
}

function ofClient({ code, message, requestId, details }: ClientError): ApiError {
  if (code === UNREACHABLE) return new ApiError(code, NOT_CONNECTED, null, { cause: message });
  // A page that is older than its server may not know the code.
  return new ApiError(isErrorCode(code) ? code : 'internal', message, requestId, details);
}
