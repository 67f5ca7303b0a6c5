import type { RpcErrorCode } from './rpc/errors.js';

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
  /** Of a name that is not known: where it names a conversation; others have words of their own. */
  rpc: RpcErrorCode;
  /** Exit code of the command line: 1 failed, 2 usage, 3 refused, 4 unreachable, 5 waits. */
  exit: 1 | 2 | 3 | 4 | 5;
  level: ErrorLevel;
  /** True for the codes an agent may send in `response.error.code` (seed 000). */
  wire: boolean;
  /** What the reader can do next, over HTTP and `/ws`; the others read it through {@link hintFor}. */
  hint: string;
  /** Where other readers have other means: what they can do next. */
  elsewhere: Partial<Record<HintReader, string>>;
}

/** Who reads a hint: a model over MCP or in the chat, a person at a page, one at a terminal. */
export const HINT_READERS = ['model', 'page', 'cli'] as const;
export type HintReader = (typeof HINT_READERS)[number];

const row = (
  http: number,
  ws: WsErrorCode,
  rpc: RpcErrorCode,
  exit: ErrorRow['exit'],
  level: ErrorLevel,
  hint: string,
  { wire = false, ...elsewhere }: { wire?: boolean } & ErrorRow['elsewhere'] = {},
): ErrorRow => ({ http, ws, rpc, exit, level, wire, hint, elsewhere });

const OF_AGENTS = { wire: true };

/** Only a program asks so; a person or a model has another one than this server expects. */
const FOR_ANOTHER_VERSION = {
  model: 'This client does not fit this version of kenny. Tell your user.',
  page: 'This page is from another version of kenny. Reload it.',
  cli: 'This program and the server have different versions. Use the same one.',
};

/** The one table of error codes (D17): every door translates through it. */
export const ERRORS = {
  bad_args: row(
    400,
    'VALIDATION_ERROR',
    'invalid_params',
    2,
    'info',
    'Correct the named argument and repeat.',
    OF_AGENTS,
  ),
  validation: row(
    400,
    'VALIDATION_ERROR',
    'invalid_params',
    2,
    'info',
    'Correct the named field and repeat.',
  ),
  no_agent: row(
    400,
    'VALIDATION_ERROR',
    'invalid_params',
    2,
    'info',
    'Name a PC with agent_id; the list is in details.',
    { page: 'Choose a PC.', cli: 'Name the PC; "kenny agent list" shows them.' },
  ),
  unauthenticated: row(
    401,
    'UNAUTHORIZED',
    'unauthorized',
    3,
    'info',
    'Log in, or send a valid bearer token.',
    {
      model: 'Tell your user: this client needs a valid token.',
      page: 'Log in with a valid token.',
      cli: 'Set KENNY_TOKEN or KENNY_TOKEN_FILE to a valid token.',
    },
  ),
  forbidden: row(
    403,
    'FORBIDDEN',
    'unauthorized',
    3,
    'warn',
    'Ask an admin for a token with this right.',
  ),
  wrong_scope: row(
    403,
    'FORBIDDEN',
    'unauthorized',
    3,
    'warn',
    'Use a token whose scope fits this door.',
  ),
  blocked: row(
    403,
    'FORBIDDEN',
    'conflict',
    3,
    'warn',
    'The safety check blocks this, whoever approves it. Reword it.',
    OF_AGENTS,
  ),
  denied: row(
    403,
    'FORBIDDEN',
    'conflict',
    3,
    'info',
    'A person denied this. Ask them before you try again.',
  ),
  paused: row(
    403,
    'FORBIDDEN',
    'conflict',
    3,
    'warn',
    'Stop asking: somebody who can approve must resume you first.',
    {
      model: 'Stop asking, and tell your user that a person must resume you.',
      page: 'Ask somebody who can approve to resume it on the Approvals page.',
      cli: 'Ask somebody who can approve; "kenny approvals paused" lists who is paused.',
    },
  ),
  not_found: row(
    404,
    'NOT_FOUND',
    'unknown_session',
    1,
    'info',
    'Check the name; lists show what exists.',
    OF_AGENTS,
  ),
  unknown_agent: row(
    404,
    'NOT_FOUND',
    'invalid_params',
    1,
    'info',
    'Check the id against the list of PCs.',
  ),
  unknown_tool: row(
    404,
    'NOT_FOUND',
    'invalid_params',
    1,
    'info',
    'Check the name against /api/catalog.',
    {
      model: 'Check the name against your list of tools.',
      page: 'Choose one of the tools that are listed.',
      cli: 'Check the name: "kenny tool list" shows all.',
    },
  ),
  unknown_action: row(
    404,
    'UNKNOWN_ACTION',
    'unsupported',
    2,
    'info',
    'Check the name against docs/guides/live.md.',
    FOR_ANOTHER_VERSION,
  ),
  method_not_allowed: row(
    405,
    'BAD_REQUEST',
    'unsupported',
    1,
    'info',
    'Use one of the methods in Allow.',
    FOR_ANOTHER_VERSION,
  ),
  disabled: row(
    409,
    'CONFLICT',
    'conflict',
    3,
    'info',
    'The person at the PC switched remote control off. Ask them.',
    OF_AGENTS,
  ),
  offline: row(
    409,
    'CONFLICT',
    'conflict',
    1,
    'info',
    'The PC is offline. Try again when it is connected.',
  ),
  conflict: row(
    409,
    'CONFLICT',
    'conflict',
    1,
    'info',
    'Something with that name or in that state already exists.',
  ),
  hash_mismatch: row(
    409,
    'CONFLICT',
    'conflict',
    3,
    'warn',
    'The request has changed. Read it again before you decide.',
  ),
  approval_used: row(
    409,
    'CONFLICT',
    'conflict',
    3,
    'warn',
    'This approval was used before. Look at the PC before you ask again.',
    {
      wire: true,
      model:
        'This approval was used before. Do not ask again by yourself; tell your user to look at the PC first.',
    },
  ),
  already_decided: row(
    409,
    'CONFLICT',
    'conflict',
    1,
    'info',
    'Nothing to do: the decision is in details.',
    {
      page: 'Nothing to do: somebody decided first.',
      cli: 'Nothing to do: somebody decided first.',
    },
  ),
  stale_confirm: row(
    409,
    'CONFLICT',
    'conflict',
    3,
    'info',
    'Another request is waiting now. Read and confirm that one.',
  ),
  expired: row(410, 'CONFLICT', 'conflict', 3, 'info', 'Request it again.'),
  held: row(
    409,
    'CONFLICT',
    'conflict',
    3,
    'warn',
    'An admin must look at it: kenny audit accept-loss, or docs/guides/audit.md.',
    {
      model: 'Request no changes, and tell your user that an admin must look at kenny.',
      page: 'Ask an admin; the notice above the page says what to do.',
      cli: 'Run "kenny audit accept-loss": it shows what is missing and asks before it does anything.',
    },
  ),
  too_large: row(413, 'BAD_REQUEST', 'frame_too_large', 2, 'info', 'Send less.'),
  unsupported: row(
    422,
    'VALIDATION_ERROR',
    'invalid_params',
    1,
    'info',
    'This PC cannot do that.',
    OF_AGENTS,
  ),
  rate_limited: row(
    429,
    'BAD_REQUEST',
    'backend_unavailable',
    3,
    'info',
    'Wait as long as Retry-After says.',
    {
      model: 'Wait a minute, or retry_after seconds (see details), then try again.',
      page: 'Wait a minute, or as long as it says above, then try again.',
      cli: 'Wait a minute, or as long as the message says, then try again.',
    },
  ),
  internal: row(
    500,
    'INTERNAL_ERROR',
    'internal',
    1,
    'error',
    'Look up the request id in the server log.',
    {
      wire: true,
      model:
        "Do not repeat it blindly. Tell your user that the server log or the PC's agent log says more.",
    },
  ),
  exec_failed: row(
    502,
    'INTERNAL_ERROR',
    'backend_unavailable',
    1,
    'info',
    'The message says what the PC answered.',
    OF_AGENTS,
  ),
  chat_unavailable: row(
    503,
    'INTERNAL_ERROR',
    'backend_unavailable',
    1,
    'info',
    'Set ANTHROPIC_API_KEY on the server, or have an admin store a key.',
  ),
  unavailable: row(
    503,
    'INTERNAL_ERROR',
    'backend_unavailable',
    4,
    'warn',
    'The message says what is missing. Try again when it is back.',
  ),
  timeout: row(
    504,
    'INTERNAL_ERROR',
    'backend_unavailable',
    1,
    'info',
    'It may still be running on the PC. Look there before you try again.',
    OF_AGENTS,
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
  | 'blocked'
  | 'approval_used';

export const ERROR_CODES = Object.freeze(Object.keys(ERRORS)) as readonly ErrorCode[];
export const WIRE_ERROR_CODES = ERROR_CODES.filter(
  (code): code is WireErrorCode => ERRORS[code].wire,
);

/** An agent's own failure is a bad gateway, not a fault of the server (design §4.1). */
export function httpStatusOf(code: ErrorCode, fromAgent = false): number {
  return fromAgent && code === 'internal' ? 502 : ERRORS[code].http;
}

/** What this reader can do next: it names only what they have. */
export function hintFor(reader: HintReader, code: ErrorCode): string {
  const { hint, elsewhere }: ErrorRow = ERRORS[code];
  return elsewhere[reader] ?? hint;
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
