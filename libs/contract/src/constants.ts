import { DAY_MS } from '@kenny/kernel';

/** Names and numbers that both ends and the guard share. Imports only the kernel: for browsers too. */

/** The service's name on Windows (nssm) and Linux (systemd), and the stem of its files. */
export const SERVICE_NAME = 'kenny-agent';
/** Our command line says so of itself; it is a note for the audit, no right hangs on it. */
export const CLIENT_HEADER = { name: 'x-kenny-client', cli: 'cli' } as const;
/** Where agents connect (seed 000). */
export const AGENT_SOCKET_PATH = '/agent/ws';
/** The kill switch: a file the person at the PC may write and the service only reads. */
export const CONTROL_FILE = 'agent.control.json';
export const AGENT_FILES = {
  key: 'agent.key',
  lastControl: 'agent.control-last.json',
  policy: 'agent.policy.json',
  journal: 'agent.journal',
  /** What enrolment left: the pinned server key, when, and which token was used up (its hash). */
  enrolment: 'agent.enrolment.json',
  /** Facts of the last connection, for `kenny-agent status`. */
  status: 'agent.status.json',
  /** What is on its way of an update, and what must not come again. */
  update: 'agent.update.json',
  /** Names the one process that works with this folder. */
  lock: 'agent.lock',
  logs: 'logs',
  config: 'kenny-agent.config.json',
} as const;
/**
 * Commands with which the agent starts itself as a child: on Windows one that calls the system's own
 * libraries, to read, to run a program in a job that ends as a whole, to lock a folder, and to talk to
 * the helper in the session of the person at the PC; on Linux one that takes a picture as the user
 * whose screen it is.
 */
export const AGENT_CHILD_COMMANDS = {
  collect: 'collect',
  inJob: 'in-job',
  lock: 'lock',
  picture: 'picture',
  session: 'session',
  askSession: 'ask-session',
  endSessions: 'end-sessions',
} as const;
/** In the agent's log, after `the update to <version>`: the server tells people of it. */
export const UPDATE_ROLLED_BACK = 'was rolled back';
/** What the server keeps in its data folder. */
export const SERVER_FILES = {
  database: 'kenny.sqlite',
  /** Held open exclusively by the one process that may use the folder (D2). */
  lock: 'lock.sqlite',
  key: 'server.key',
  /** The folder's own id; it names the audit chain. */
  id: 'server.id',
  auditCheckpoints: 'audit-checkpoints.jsonl',
  /** Rows that the database did not take; its room on the disk is taken at the first start. */
  auditSpool: 'audit-spool.bin',
  /** The same of earlier versions. */
  oldAuditSpool: 'audit-spool.jsonl',
  /** How many rows nothing could hold, until an audit row says so. */
  auditGap: 'audit-gap.bin',
  /** The first admin token, where no terminal was there to show it to a person. */
  firstToken: 'first-admin-token',
  /** The same of the command for Claude Code, which holds a token. */
  firstMcpCommand: 'first-mcp-command',
  /** The key of the model service, where an admin has stored one. */
  modelKey: 'model.key',
  /** One opens what channels of alerts keep secret, one names this server to push services. */
  alertsKey: 'alerts.key',
  pushKey: 'push.key',
  /** What its admin writes for the chat, and which external agents may run here. */
  prompts: 'prompts',
  skills: 'skills',
  agentsFile: 'AGENTS.md',
  agentTypes: 'agent-types.json',
  /** Where other PCs find the server, with the keys for it. */
  network: 'network.json',
  /** Where everybody does, when Tailscale leads there. */
  address: 'address.json',
  /** Where each task of an external agent works, and where its agents keep their logins. */
  taskFolders: 'tasks',
  agentHomes: 'agent-homes',
  blobs: 'blobs',
  releases: 'releases',
  /** What the feed of releases said last, where there is one. */
  releaseFeed: 'release-feed.json',
  /** How the last update by a button went; `running` while it does. */
  update: 'update.json',
  /** Where backups lie unless KENNY_BACKUP_DIR says otherwise; one that the next start restores. */
  backups: 'backups',
  restore: 'restore',
} as const;
/** What `npm run package:<os>` leaves in `dist/<os>`, and who reads it by name. */
export const PACKAGE_FILES = {
  /** What the package is and which archive the server hands out. */
  manifest: 'manifest.json',
  /** Checksums of every file, inside the archive as well. */
  sums: 'SHA256SUMS',
  /** Run on the PC, from the unpacked archive. */
  installer: 'install.sh',
  windowsInstaller: 'install.cmd',
  windowsUninstaller: 'uninstall.cmd',
  readme: 'README.txt',
  /** nssm, which makes a service of the agent on Windows. */
  serviceHost: 'nssm.exe',
  /** koffi: inside the executable for Windows, and written beside it by the installation. */
  ffi: 'koffi.node',
  /** Certificate of the server's own authority, where PCs do not know it. */
  tlsCa: 'server-ca.pem',
} as const;
/** What the settings beside an installer may hold that is no configuration of the agent. */
export const INSTALLER_SETTINGS = {
  /** Somebody asked for a connection without encryption beyond the PC. */
  insecure: 'insecure',
} as const;
/** 32 random bytes of an installer link (ADR 0021), URL-safe. */
export const INSTALLER_NONCE_PATTERN = '^[A-Za-z0-9_-]{43}$';
/** The code in place of a link, for people who type it: without letters that look like others. */
export const INSTALLER_CODE = {
  alphabet: 'ABCDEFGHJKMNPQRSTUVWXYZ',
  length: 6,
  pattern: '^[A-Za-z]{6}$',
} as const;
/** A folder that holds this marker is invisible to every read tool (design §6, Paths). */
export const PRIVATE_MARKER = '.kenny-private';

/** What a tool of a PC is about. Lists of tools have these in this order. */
export const TOOL_TOPICS = ['look', 'programs', 'files', 'person', 'fix', 'expert'] as const;
export type ToolTopic = (typeof TOOL_TOPICS)[number];

export const OPERATING_SYSTEMS = ['windows', 'linux', 'macos'] as const;
export type Os = (typeof OPERATING_SYSTEMS)[number];

export const STATUSES = ['ok', 'warn', 'crit'] as const;
/** What a section says of itself on the wire. */
export type Status = (typeof STATUSES)[number];
/** What the numbers of a series count. */
export const SERIES_UNITS = ['%', '°C', 'bytes', 'bytes/s', 's', 'count', 'ms'] as const;
export type SeriesUnit = (typeof SERIES_UNITS)[number];
/** What kenny shows: `unknown` when a probe could not read, `offline` for a whole PC. */
export type Health = Status | 'unknown';
export type PcHealth = Health | 'offline';

/** What somebody should look at. */
export function needsAttention(health: PcHealth): health is 'warn' | 'crit' {
  return health === 'warn' || health === 'crit';
}
/** Worst first: the order in which fleets are sorted and rolled up (design §1.2). */
export const PC_HEALTH_ORDER = ['crit', 'warn', 'offline', 'unknown', 'ok'] as const;

/** A PC's last day in one line: a character per half hour of UTC, newest last (design §1.2). */
export const STRIP = {
  slots: 48,
  slotMs: 30 * 60_000,
  chars: { ok: 'o', warn: 'w', crit: 'c', unknown: 'u' },
  noData: '-',
} as const;

export const LOG_LEVELS = ['error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Rule groups of the guard; each reads the arguments that a tool's `guards` names. */
export const GUARD_GROUPS = [
  'powershell',
  'posix',
  'self_protection',
  'path',
  'update_host',
] as const;
export type GuardGroup = (typeof GUARD_GROUPS)[number];
/** Groups an operator may add deny rules to. `posix` rules go only to agents that announce it. */
export const OPERATOR_RULE_GROUPS = ['powershell', 'self_protection', 'path', 'posix'] as const;
export type OperatorRuleGroup = (typeof OPERATOR_RULE_GROUPS)[number];

/** `agent_id` (design §3): what may stand in file names, logs and URLs as it is. */
export const AGENT_ID_PATTERN = '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$';

/** How an `agent_id` is compared: ids that differ only in case name the same PC. */
export function agentIdKey(agentId: string): string {
  return agentId.toLowerCase();
}

/** Where an agent sends its public key once; the rest of the routes live in the server's doors. */
export const agentEnrollPath = (agentId: string): string => `/api/agents/${agentId}/enroll`;

/** Characters of what people call a PC. */
export const PC_NAME_LENGTH = 128;
/** Characters of whose PC it is, of how they are reached, and of what helpers should know of it. */
export const PC_OWNER_LENGTH = 64;
export const PC_CONTACT_LENGTH = 200;
export const PC_NOTES_LENGTH = 2_000;
/** A PC's tags: at most `MAX_TAGS`, each of this form. */
export const TAG_LENGTH = 40;
export const TAG_PATTERN = `^[a-z0-9-]{1,${TAG_LENGTH}}$`;
export const MAX_TAGS = 20;
/** High-risk calls to a PC with this tag need two operators (design §5); only admins change it. */
export const TWO_KEY_TAG = 'two-key';

/** Who a token is for (design §4.1). `mcp` and `task` open nothing but `/mcp` (D6). */
export const SCOPES = ['admin', 'operator', 'viewer', 'mcp', 'task'] as const;
export type Scope = (typeof SCOPES)[number];
/** Who may do what those below may; `mcp` and `task` open a door of their own, `system` is the server. */
export const SCOPE_RANK: Readonly<Record<Scope | 'system', number>> = {
  mcp: 0,
  task: 0,
  viewer: 1,
  operator: 2,
  admin: 3,
  system: 3,
};
/** What a token may ask for: reads, sensitive reads, changes (which still need an approval). */
export const TOOL_CLASSES = ['read', 'sensitive', 'change'] as const;
export type ToolClass = (typeof TOOL_CLASSES)[number];
/** What a careful person gives: private data is read by nobody unasked. */
export const NOT_PRIVATE: readonly ToolClass[] = TOOL_CLASSES.filter((one) => one !== 'sensitive');

/** What somebody must hold who calls a tool, or decides about a call of it. */
export function toolClassOf(tool: { effect: 'read' | 'change'; sensitive: boolean }): ToolClass {
  if (tool.effect === 'change') return 'change';
  return tool.sensitive ? 'sensitive' : 'read';
}

/** Whether somebody with these classes may call a tool, or ask for it: a sensitive read may be asked for by all who read. */
export function mayAskFor(
  tool: { effect: 'read' | 'change'; sensitive: boolean },
  classes: readonly ToolClass[],
): boolean {
  const own = toolClassOf(tool);
  return classes.includes(own) || (own === 'sensitive' && classes.includes('read'));
}

/** Whether a call of theirs waits for a person: every change, and a sensitive read without the class. */
export function needsApproval(
  tool: { effect: 'read' | 'change'; sensitive: boolean },
  classes: readonly ToolClass[],
): boolean {
  return tool.effect === 'change' || !classes.includes(toolClassOf(tool));
}

/** An operator's id. Lower case only: two approvals must never be one person in two spellings. */
export const OPERATOR_ID_PATTERN = '^[a-z0-9][a-z0-9_.@-]{0,63}$';
/** Every token kenny makes begins with it, so that secret scanners can find one that leaked. */
export const TOKEN_PREFIX = 'kny_';

/** Characters of a `request.id` at most; the server sends UUIDs. */
export const CALL_ID_LENGTH = 128;

/** Abilities of the protocol itself that agents gained after 0.8, by the addition that brought them. */
export const PROTOCOL_FEATURES = {
  cancel: '0.8+1',
  posix_rules: '0.8+3',
  response_parts: '0.8+5',
} as const;
/** Additive abilities of a server in `policy.features`, told to agents that announce something of the kind. */
export const SERVER_FEATURES = ['response_parts'] as const;
export type ServerFeature = (typeof SERVER_FEATURES)[number];

/**
 * What an agent that runs for months is started with: small heaps for what lives short and one arena
 * save 6 to 10 MB of resident memory, for a little more work at each collection; what is freed in
 * large pieces goes back to the system at once for 2 to 4 MB more.
 */
export const AGENT_ENVIRONMENT = {
  NODE_OPTIONS: '--max-semi-space-size=1',
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '65536',
} as const;

/** Seconds between two snapshots, for who asks an agent for them and for the agent itself. */
export const TELEMETRY_INTERVAL_S = { min: 10, max: 86_400, default: 900 } as const;

const KIB = 1024;
const MIB = 1024 * KIB;

/** Caps on what a peer may send (design §3). Bytes unless the name says otherwise. */
export const CAPS = {
  preAuthBytes: 8 * KIB,
  telemetryBytes: 1 * MIB,
  logBytes: 64 * KIB,
  responseBytes: 16 * MIB,
  /** Text of one `response_part`; escaped in JSON it takes twice as much at most. */
  partBytes: 31 * KIB,
  /** Of the answers that come in parts and are not whole yet: those of one PC. */
  partsBytes: 32 * MIB,
  /** The same of all PCs; beyond it the PC that fills the most loses its answers. */
  partsAllBytes: 256 * MIB,
  /** Answers of one PC that may come in parts at the same time. */
  partsOpen: 40,
  /** Bytes in a heartbeat's interval from which on they are a sign of life. */
  lifeBytes: 1 * KIB,
  /** What `call_status` gives of a stored answer at once. */
  storedPartBytes: 256 * KIB,
  /**
   * What is stored of one PC's telemetry in a day by UTC. The rates alone would let it fill the disk
   * with gigabytes; an honest PC stores one or two MiB, and some forty when it is asked for data as
   * often as the rates allow.
   */
  telemetryDayBytes: 64 * MIB,
  /** The same of its log lines: some hundred thousand. */
  logDayBytes: 16 * MIB,
  /** What the agent itself sends at most; beyond it answers `exec_failed: result too large`. */
  agentResultBytes: 12 * MIB,
  unsentBytes: 8 * MIB,
  /** Body of an HTTP request by somebody who has shown who they are; before that `preAuthBytes`. */
  httpBodyBytes: 1 * MIB,
  /** Values in such a body: a token for 10,000 PCs fits, and judging them takes milliseconds. */
  httpBodyNodes: 20_000,
  /** Rows of a list in one HTTP answer; the page ends before it and `next_cursor` goes on. */
  httpPageBytes: 4 * MIB,
  depth: 32,
  nodes: 100_000,
  /** Output of one program run by a tool, per stream together. */
  outputBytes: 4 * MIB,
  fsReadBytes: 1 * MIB,
  /** A picture of all screens: no wider than this many points, and no larger as a file. */
  screenWidth: 2_560,
  screenBytes: 8 * MIB,
  fsListEntries: 5_000,
  fsFolderSizes: 100,
  fsSearchMatches: 1_000,
  wingetSearch: 30,
  /** Text the guard judges; longer is `blocked`. */
  guardTextBytes: 256 * KIB,
  /** What is kept of answers to one model over MCP; the longest of them fits. */
  heardBytes: 4 * MIB,
  /** The same of all together. */
  heardAllBytes: 32 * MIB,
  heardAnswers: 256,
  heardListeners: 2_000,
} as const;

/** How much of a kind one agent may send: one each `everyMs`, `burst` at once (design §3). */
export interface Rate {
  readonly everyMs: number;
  readonly burst: number;
}

export const RATES = {
  /**
   * Frames of any kind, a WebSocket's own pings included, that nobody asked for and that have no
   * allowance of their own. Beyond it the socket is not read.
   */
  frame: { everyMs: 50, burst: 200 },
  telemetry: { everyMs: 10_000, burst: 5 },
  log: { everyMs: 20, burst: 50 },
  malformed: { everyMs: 3_000, burst: 20 },
  /** Answers to calls that nobody waits for any more: each makes the server look the call up. */
  lateResponse: { everyMs: 1_000, burst: 64 },
  /** KiB of frames that were read for nothing: dropped ones and late answers. */
  unwantedKiB: { everyMs: 10, burst: 32 * KIB },
} as const satisfies Record<string, Rate>;

/** Seconds that one decision waits for the end of its call at most, at every door. */
export const LONGEST_DECISION_WAIT_S = 60;
/** One tool on several PCs: how many PCs at most, and how many of its calls a client has under way. */
export const SEVERAL_PCS = { most: 50, atOnce: 4 } as const;
/** How long a denial answers the same request of the same requester. */
export const DENIED_REUSE_MS = 10 * 60_000;
/** Times on the tunnel, in milliseconds (design §3). */
export const TIMES = {
  handshakeMs: 10_000,
  heartbeatMs: 30_000,
  missedIntervals: 3,
  /** How long an agent may send more than it may before its connection ends. */
  floodMs: 10_000,
  /** The server waits a tool's deadline plus this before it says `timeout`. */
  deadlineGraceMs: 5_000,
  /** And this much longer while the parts of its answer keep coming. */
  answerMs: 10 * 60_000,
  /** How long bytes keep a connection alive without a whole frame. */
  frameMs: 30 * 60_000,
  /** How long an agent's journal knows a change call (design §6). */
  journalMs: DAY_MS,
  /** How long approvals over MCP name what was read before. */
  heardMs: 30 * 60_000,
} as const;

/** WebSocket close codes on `/agent/ws` (design §3). They are hints: an agent never stops for one. */
export const CLOSE_CODES = {
  protocol: 4400,
  unauthenticated: 4401,
  removed: 4403,
  replaced: 4409,
  sealBroken: 4410,
  busy: 1013,
} as const;

/** With less room for the data folder than this, the database may soon not be written any more. */
export const LITTLE_ROOM_BYTES = 500 * 1024 * 1024;
