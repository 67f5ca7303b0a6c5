/**
 * The wire of `agentctl`, the sidecar of one ACP agent (seed 003): routes, errors, variables, limits
 * and shapes, for the program itself and for whoever talks to it.
 */

export interface AgentctlRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Answered by a WebSocket: one JSON text per frame. */
  readonly socket: boolean;
  readonly meaning: string;
}

type HttpRoute = AgentctlRoute & { readonly socket: false };
type SocketRoute = AgentctlRoute & { readonly socket: true };

const get = (path: string, meaning: string): HttpRoute => {
  return { method: 'GET', path, socket: false, meaning };
};
const post = (path: string, meaning: string): HttpRoute => {
  return { method: 'POST', path, socket: false, meaning };
};
const socket = (path: string, meaning: string): SocketRoute => {
  return { method: 'GET', path, socket: true, meaning };
};

/** In the order of the guide's table. */
export const AGENTCTL_ROUTES = {
  health: get('/health', 'agentctl answers'),
  status: get('/api/v1/status', 'state of the agent and of its process'),
  info: get('/api/v1/info', 'version, command, folder and port'),
  start: post('/api/v1/start', 'starts the agent'),
  stop: post('/api/v1/stop', 'ends the agent; `{"force": true}` begins with SIGTERM'),
  send: post('/api/v1/acp/send', 'sends a message, or the answer to a request of the agent'),
  call: post('/api/v1/acp/call', 'sends a request and waits for its response'),
  stream: socket('/api/v1/acp/stream', 'everything that the agent says, a message per frame'),
  permissions: get('/api/v1/acp/permissions', 'permissions that wait for an answer'),
  permissionStream: socket(
    '/api/v1/acp/permissions/stream',
    'those that wait, then each as it comes and as it ends',
  ),
  respond: post('/api/v1/acp/permissions/respond', 'answers a permission, once'),
  output: get('/api/v1/output', 'the last lines of output; `?last=` says how many'),
  outputStream: socket(
    '/api/v1/output/stream',
    'output line by line; `?history=true&history_count=` begins with the last ones',
  ),
} as const satisfies Record<string, AgentctlRoute>;
export type AgentctlRouteName = keyof typeof AGENTCTL_ROUTES;

/** Codes of errors and their HTTP status. */
export const AGENTCTL_ERRORS = {
  bad_request: { http: 400, meaning: 'no JSON, or not a request of HTTP as expected' },
  validation_error: { http: 400, meaning: 'a field is missing, unknown or has another type' },
  unauthorized: { http: 401, meaning: 'the bearer token is missing or wrong' },
  forbidden: { http: 403, meaning: 'asked for by another name, or by a page from elsewhere' },
  not_found: { http: 404, meaning: 'no such route, permission or request' },
  method_not_allowed: { http: 405, meaning: 'the route has another method' },
  conflict: { http: 409, meaning: 'the agent runs already, or the request is answered' },
  too_large: { http: 413, meaning: 'the body is larger than one message may be' },
  upgrade_required: { http: 426, meaning: 'the route speaks WebSocket only' },
  internal_error: { http: 500, meaning: 'the agent could not be started, or a fault of agentctl' },
  not_running: { http: 503, meaning: 'no agent that could be told, or it ended meanwhile' },
  busy: { http: 503, meaning: 'too much waits: the agent does not read, or too many calls' },
  timeout: { http: 504, meaning: 'the agent did not respond in time' },
} as const satisfies Record<string, { http: number; meaning: string }>;
export type AgentctlErrorCode = keyof typeof AGENTCTL_ERRORS;

/** Body of every answer that is an error. */
export interface AgentctlErrorBody {
  error: AgentctlErrorCode;
  message: string;
  details: string;
  http_status: number;
}

/** Variables of a sidecar that is started by itself; an unknown `AGENTCTL_*` stops its start. */
export const AGENTCTL_ENV = {
  AGENTCTL_PORT: { default: '9999', meaning: 'port to listen on; 0 takes any free one' },
  AGENTCTL_HOST: {
    default: '127.0.0.1',
    meaning: 'address to listen on; beyond loopback a token is required',
  },
  AGENTCTL_TOKEN_FILE: {
    default: undefined,
    meaning: 'file with the bearer token that every route then asks for',
  },
  AGENTCTL_AGENT_COMMAND: {
    default: 'auggie --acp',
    meaning: 'command of the agent: words, with quotes as in a shell',
  },
  AGENTCTL_AUTO_START: { default: 'false', meaning: 'true starts the agent at once' },
  AGENTCTL_LOG_LEVEL: { default: 'info', meaning: 'debug, info, warn or error' },
  AGENTCTL_WORKDIR: {
    default: undefined,
    meaning: "the agent's folder; agentctl's own by default",
  },
  AGENTCTL_OUTPUT_BUFFER_SIZE: { default: '1000', meaning: 'lines of output that are kept' },
} as const satisfies Record<string, { default: string | undefined; meaning: string }>;
export type AgentctlEnvName = keyof typeof AGENTCTL_ENV;
/** Variables that begin so are not handed to the agent. */
export const AGENTCTL_ENV_PREFIX = 'AGENTCTL_';

const MIB = 1024 * 1024;

export const AGENTCTL_LIMITS = {
  /** One message of the agent, and one body of a request. */
  messageBytes: 8 * MIB,
  messageDepth: 200,
  /** What waits for one listener; more than either is a gap. */
  queueBytes: 8 * MIB,
  queueMessages: 10_000,
  /** What waits until the agent reads it. */
  inputBytes: 32 * MIB,
  /** A line of output; longer ones are cut. */
  outputLineBytes: 8 * 1024,
  /** Of AGENTCTL_OUTPUT_BUFFER_SIZE. */
  outputLines: 10_000,
  /** Lines of `?last=` and `history_count` when nobody says how many. */
  outputLast: 100,
  listeners: 64,
  calls: 256,
  /** Requests of the agent that wait for an answer; and answered ones that are still known. */
  requests: 1_000,
  permissionOptions: 64,
  textLength: 2_000,
  idLength: 1_024,
  /** The line of `--managed`. */
  managedBytes: MIB,
  managedWords: 1_000,
  tokenLength: { min: 16, max: 4_096 },
} as const;

/** Ids of `call` begin here; `send` refuses ids from here on, so they never meet. */
export const AGENTCTL_FIRST_CALL_ID = 1_000_000_000_000;

const SECOND = 1_000;
export const AGENTCTL_TIMES = {
  /** Until the agent has ended by itself after its input ended; then SIGTERM. */
  endOfInputMs: 5 * SECOND,
  /** From SIGTERM to SIGKILL. */
  termMs: 5 * SECOND,
  /** Both, when agentctl itself has to end: server gone, SIGTERM. */
  lastStepMs: 3 * SECOND,
  /** Then agentctl ends, whether or not it is done; what it had started is killed behind it. */
  endMs: 9_500,
  /** From SIGKILL to the moment from which nobody waits for the rest of the output. */
  drainMs: 2 * SECOND,
  /** `timeout_ms` of `call`. */
  callMs: 600 * SECOND,
  longestCallMs: 86_400 * SECOND,
  /** Until the line of `--managed` has come. */
  managedLineMs: 30 * SECOND,
} as const;

/** `agentctl --managed`: one line of JSON on its stdin, before anything else. */
export interface AgentctlManagedConfig {
  /** Every route asks for it as `Authorization: Bearer`. */
  token: string;
  /** Program and arguments. */
  command: string[];
  cwd: string;
  /** The agent's whole environment. */
  env: Record<string, string>;
  output_lines?: number;
  /** In a container: where it is reached from outside. Loopback and any free port by default. */
  host?: string;
  port?: number;
}

/**
 * The program beside agentctl that hands on tools over HTTP to an agent that knows MCP on stdio
 * alone. The agent starts it, with these variables, as ACP says.
 */
export const MCP_BRIDGE = {
  file: 'mcp-bridge.cjs',
  url: 'AGENTCTL_MCP_URL',
  token: 'AGENTCTL_MCP_TOKEN',
  /** A PEM file: an authority that is trusted as well. Optional. */
  authority: 'AGENTCTL_MCP_CA',
} as const;

/** What a managed sidecar writes on its stdout, as the only line, once it listens. */
export interface AgentctlListening {
  listening: string;
}

export const AGENT_STATUSES = ['stopped', 'starting', 'running', 'stopping', 'error'] as const;
/** `error`: it could not be started, or ended by itself with a failure. */
export type AgentStatus = (typeof AGENT_STATUSES)[number];

export interface AgentctlStatus {
  agent_status: AgentStatus;
  process_info: AgentctlProcess;
}

export interface AgentctlProcess {
  status: AgentStatus;
  /** -1 as long as there is none. */
  exit_code: number;
  pid?: number;
  exit_error?: string;
}

export interface AgentctlInfo {
  version: string;
  agent_command: string;
  work_dir: string;
  port: number;
}

export interface AgentctlOutputLine {
  timestamp: string;
  /** `stdout` holds what is not a message; `agentctl` are remarks of its own. */
  stream: 'stdout' | 'stderr' | 'agentctl';
  content: string;
  /** The line was longer. */
  cut?: true;
}

export interface AgentctlPermission {
  pending_id: string;
  /** Of the agent's request, as it stands on the stream. */
  request_id: string | number;
  session_id: string;
  tool_call_id: string;
  title: string;
  options: { option_id: string; name: string; kind: string }[];
  created_at: string;
}

export type AgentctlPermissionFrame =
  | ({ type: 'permission_requested' } & AgentctlPermission)
  | {
      type: 'permission_resolved';
      pending_id: string;
      outcome: 'selected' | 'cancelled';
      option_id?: string;
    };

/**
 * Frames of streams that agentctl writes itself. The agent cannot: of its lines without `jsonrpc`,
 * those with a `type` of this list are output, not frames.
 */
export type AgentctlNotice =
  /** So many frames are missing at this place. */
  | { type: 'gap'; dropped: number }
  /** The agent's process has ended; nothing of it follows. */
  | { type: 'exit'; exit_code: number; exit_error?: string };
export const AGENTCTL_NOTICES: readonly string[] = [
  'gap',
  'exit',
] satisfies AgentctlNotice['type'][];
