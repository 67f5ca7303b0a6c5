import {
  AnthropicError,
  APIConnectionError,
  APIConnectionTimeoutError,
  APIError,
} from '@anthropic-ai/sdk';
import { MODEL_FAULTS, type ModelFault } from '@kenny/contract';
import { BrainFailure } from '@kenny/session';
import { cleanedLine } from '../../model-tools/index.js';
import { MODEL_LIMITS, RETRIES } from '../limits.js';
import { SilentService } from './silence.js';

/** Why a request failed, and whether a retry may help. */
export interface Trouble {
  readonly fault: ModelFault;
  /** For people. */
  readonly message: string;
  readonly retry: boolean;
  /** Retry-After, in ms. */
  readonly afterMs: number | null;
  /** The request was too large: a smaller one may be accepted. */
  readonly tooMuch: boolean;
  readonly requestId: string | null;
}

/** Kinds of errors inside a stream, where there is no status any more, and the status of each. */
const STATUS_OF: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
};

const FAULT_OF: Readonly<Record<number, ModelFault>> = {
  401: 'model_key_refused',
  402: 'model_billing',
  403: 'model_forbidden',
  404: 'model_unknown',
  413: 'model_context_full',
  429: 'model_rate_limited',
  503: 'model_overloaded',
  529: 'model_overloaded',
};

/** The statuses that the API's own clients retry. */
const PASSING = new Set([408, 409, 429]);

/** The API has no code of its own for it; all other words of a 400 are only shown. */
const TOO_LONG = /too (long|large)|context (window|limit)|exceeds? .*(tokens|limit)/i;

/**
 * What went wrong with a request to the model.
 * @throws the error itself when it is none of the service's: that is a fault of this program
 */
export function troubleOf(error: unknown): Trouble {
  if (error instanceof APIConnectionError) return unreachable(error);
  if (isApiError(error)) return answered(error);
  if (error instanceof SilentService) {
    return trouble('model_silent', { retry: true, more: error.message });
  }
  // The SDK's own words for a stream that ended too early, or was no stream of messages.
  if (error instanceof AnthropicError) return trouble('model_broke_off', { retry: true });
  throw error;
}

export function failureOf({ fault, message }: Pick<Trouble, 'fault' | 'message'>): BrainFailure {
  return new BrainFailure(fault, message, fault === 'model_context_full');
}

/** The words of the table, with what is known beyond them. */
export function wordsFor(fault: ModelFault, more?: string | null): string {
  const words = MODEL_FAULTS[fault];
  return more ? `${words} (${cleanedLine(more, MODEL_LIMITS.wordsChars)})` : words;
}

/** The class says nothing of its parts. */
function isApiError(error: unknown): error is APIError {
  return error instanceof APIError;
}

function unreachable(error: APIConnectionError): Trouble {
  const more = error instanceof APIConnectionTimeoutError ? 'no answer in time' : reasonOf(error);
  return trouble('model_unreachable', { retry: true, more });
}

function answered(error: APIError): Trouble {
  const { type, apiMessage } = error;
  const status = error.status ?? STATUS_OF[type ?? ''] ?? 500;
  const fault = faultOf(status, apiMessage ?? '');
  const said = error.headers?.get('x-should-retry') ?? null;
  const passing = PASSING.has(status) || status >= 500;
  const afterMs = retryAfterOf(error.headers);
  const patient = afterMs === null || afterMs <= RETRIES.patienceMs;
  const wait = patient ? null : `it asks to wait ${Math.ceil(afterMs / 60_000)} minutes`;
  return {
    ...trouble(fault, {
      retry: said === null ? passing && patient : said === 'true' && patient,
      more: wait ?? apiMessage,
    }),
    afterMs,
    tooMuch: status === 400 || status === 413,
    requestId: error.requestID ?? null,
  };
}

function faultOf(status: number, words: string): ModelFault {
  const known = FAULT_OF[status];
  if (known) return known;
  if (status >= 500 || PASSING.has(status)) return 'model_failed';
  return TOO_LONG.test(words) ? 'model_context_full' : 'model_request_refused';
}

function retryAfterOf(headers: Headers | undefined): number | null {
  const ms = Number(headers?.get('retry-after-ms') ?? NaN);
  if (ms >= 0) return ms;
  const seconds = Number(headers?.get('retry-after') ?? NaN);
  return seconds >= 0 ? seconds * 1000 : null;
}

function trouble(
  fault: ModelFault,
  { retry, more }: { retry: boolean; more?: string | null },
): Trouble {
  const message = wordsFor(fault, more);
  return { fault, message, retry, afterMs: null, tooMuch: false, requestId: null };
}

/** `fetch failed` says nothing; what lies below says which name or port it was. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause !== undefined) return reasonOf(cause);
  return error instanceof Error ? error.message : String(error);
}
