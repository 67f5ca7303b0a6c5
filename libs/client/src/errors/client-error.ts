import type { WsError } from '@kenny/contract/web';

/** Code of a {@link ClientError} when no answer of kenny came: nobody knows whether it ran. */
export const UNREACHABLE = 'unreachable';

/** What else is known of a failure. */
interface Facts {
  /** Under which the server's log has it. */
  readonly requestId?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  /** HTTP status; 0 where there was none. */
  readonly status?: number;
  /** The error body verbatim. */
  readonly raw?: string;
}

/** What a server refused, or that none answered: the same over HTTP and `/ws`. */
export class ClientError extends Error {
  override readonly name = 'ClientError';

  constructor(
    /** Of the contract's table, of a newer server, or {@link UNREACHABLE}. */
    readonly code: string,
    message: string,
    private readonly facts: Facts = {},
  ) {
    super(message);
  }

  get requestId(): string | null {
    return this.facts.requestId ?? null;
  }

  get details(): Readonly<Record<string, unknown>> {
    return this.facts.details ?? {};
  }

  get status(): number {
    return this.facts.status ?? 0;
  }

  get raw(): string {
    return this.facts.raw ?? '';
  }
}

/** @param cause in the words of whoever tried */
export function noAnswer(cause: string): ClientError {
  return new ClientError(UNREACHABLE, cause);
}

/**
 * The refusal in an HTTP body, `{ error: { code, message, … } }`; undefined where the body is not
 * kenny's. Looser than the contract: newer servers may have other codes.
 */
export function refusalIn(
  body: unknown,
  answer: { readonly status: number; readonly raw?: string },
): ClientError | undefined {
  const error = fieldOf(body, 'error');
  const [code, message] = [fieldOf(error, 'code'), fieldOf(error, 'message')];
  if (typeof code !== 'string' || typeof message !== 'string') return undefined;
  const [requestId, details] = [fieldOf(error, 'request_id'), fieldOf(error, 'details')];
  return new ClientError(code, message, {
    ...answer,
    ...(typeof requestId === 'string' ? { requestId } : {}),
    ...(typeof details === 'object' && details !== null ? { details: { ...details } } : {}),
  });
}

/** The refusal in a message of `/ws`; `raw` is the body that HTTP would have had. */
export function refusalOf({ payload: { message, details } }: WsError): ClientError {
  const { code, request_id: requestId, ...rest } = details;
  const raw = JSON.stringify({ error: { code, message, request_id: requestId } });
  return new ClientError(code, message, { requestId, details: rest, raw });
}

/** JSON from outside; undefined for anything else, which no shape fits. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the caller says what it means
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (Reflect.get(value, name) as unknown)
    : undefined;
}
