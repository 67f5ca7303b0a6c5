/** How loud an error is in the server's log. */
export type ErrorLevel = 'debug' | 'info' | 'warn' | 'error';
/** Codes on `/ws` (seed 003). */
export const WS_ERROR_CODES = [
  'BAD_REQUEST',
  'VALIDATION_ERROR',
  'NOT_FOUND',
  'UNKNOWN_ACTION',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'CONFLICT',
  'INTERNAL_ERROR',
] as const;
export type WsErrorCode = (typeof WS_ERROR_CODES)[number];

export interface ErrorRow {
  /** HTTP status at every route (design §4.1). */
  http: number;
  ws: WsErrorCode;
  /** Exit code of the command line: 1 failed, 2 usage, 3 refused, 4 unreachable, 5 waits. */
  exit: 1 | 2 | 3 | 4 | 5;
  level: ErrorLevel;
  /** True for the codes an agent may send in `response.error.code` (seed 000). */
  wire: boolean;
  /** What the reader can do next; shown in docs and by the command line. */
  hint: string;
}

const row = (
  http: number,
  ws: WsErrorCode,
  exit: ErrorRow['exit'],
  level: ErrorLevel,
  hint: string,
  wire = false,
): ErrorRow => ({ http, ws, exit, level, wire, hint });

/** The one table of error codes (D17): every door translates through it. */
export const ERRORS = {
  bad_args: row(400, 'VALIDATION_ERROR', 2, 'info', 'Correct the named argument and repeat.', true),
  validation: row(400, 'VALIDATION_ERROR', 2, 'info', 'Correct the named field and repeat.'),
  no_agent: row(
    400,
    'VALIDATION_ERROR',
    2,
    'info',
    'Name a PC with agent_id; the list is in details.',
  ),
  unauthenticated: row(401, 'UNAUTHORIZED', 3, 'info', 'Log in, or send a valid bearer token.'),
  forbidden: row(403, 'FORBIDDEN', 3, 'warn', 'Ask an admin for a token with this right.'),
  wrong_scope: row(403, 'FORBIDDEN', 3, 'warn', 'Use a token whose scope fits this door.'),
  blocked: row(
    403,
    'FORBIDDEN',
    3,
    'warn',
    'The safety guard refuses this whoever approves; reword it.',
    true,
  ),
  denied: row(403, 'FORBIDDEN', 3, 'info', 'A person said no; ask them before you try again.'),
  not_found: row(404, 'NOT_FOUND', 1, 'info', 'Check the name; lists show what exists.', true),
  unknown_agent: row(404, 'NOT_FOUND', 1, 'info', 'Check the id against the list of PCs.'),
  unknown_tool: row(404, 'NOT_FOUND', 1, 'info', 'Check the name against /api/catalog.'),
  unknown_action: row(
    404,
    'UNKNOWN_ACTION',
    2,
    'info',
    'Check the name against docs/guides/live.md.',
  ),
  method_not_allowed: row(405, 'BAD_REQUEST', 1, 'info', 'Use one of the methods in Allow.'),
  disabled: row(
    409,
    'CONFLICT',
    3,
    'info',
    'The person at the PC has switched remote control off.',
    true,
  ),
  offline: row(409, 'CONFLICT', 1, 'info', 'The PC is not connected; try again when it is.'),
  conflict: row(409, 'CONFLICT', 1, 'info', 'Something with that name or state exists already.'),
  hash_mismatch: row(
    409,
    'CONFLICT',
    3,
    'warn',
    'Read the approval again and decide on what it shows now.',
  ),
  already_decided: row(409, 'CONFLICT', 1, 'info', 'Nothing to do: details hold the decision.'),
  stale_confirm: row(409, 'CONFLICT', 3, 'info', 'Read the current approval and confirm that one.'),
  expired: row(410, 'CONFLICT', 3, 'info', 'Make the request again.'),
  too_large: row(413, 'BAD_REQUEST', 2, 'info', 'Send less.'),
  unsupported: row(422, 'VALIDATION_ERROR', 1, 'info', 'This PC cannot do that.', true),
  rate_limited: row(429, 'BAD_REQUEST', 3, 'info', 'Wait as long as Retry-After says.'),
  internal: row(500, 'INTERNAL_ERROR', 1, 'error', 'Look the request id up in the log.', true),
  exec_failed: row(
    502,
    'INTERNAL_ERROR',
    1,
    'info',
    'The message says what the PC answered.',
    true,
  ),
  chat_unavailable: row(503, 'INTERNAL_ERROR', 1, 'info', 'Set ANTHROPIC_API_KEY on the server.'),
  unavailable: row(
    503,
    'INTERNAL_ERROR',
    4,
    'warn',
    'The server is starting or stopping; try again.',
  ),
  timeout: row(
    504,
    'INTERNAL_ERROR',
    1,
    'info',
    'It may still be running on the PC; look before repeating.',
    true,
  ),
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERRORS;
export type WireErrorCode =
  | 'timeout'
  | 'not_found'
  | 'exec_failed'
  | 'unsupported'
  | 'bad_args'
  | 'internal'
  | 'disabled'
  | 'blocked';

export const ERROR_CODES = Object.freeze(Object.keys(ERRORS)) as readonly ErrorCode[];
export const WIRE_ERROR_CODES = ERROR_CODES.filter(
  (code): code is WireErrorCode => ERRORS[code].wire,
);

/** An agent's own failure is a bad gateway, not a fault of the server (design §4.1). */
export function httpStatusOf(code: ErrorCode, fromAgent = false): number {
  return fromAgent && code === 'internal' ? 502 : ERRORS[code].http;
}

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERRORS, value);
}

/** An error as it travels: in a `response`, an approval's outcome, an HTTP body. */
export interface WireError {
  code: ErrorCode;
  message: string;
  details?: Record<string, unknown>;
}
