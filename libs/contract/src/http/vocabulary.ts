/** Words of the HTTP door. Nothing here is a class: browsers and the command line import it too. */

import { DAY_MS, HOUR_MS } from '@kenny/kernel';
import { TOOL_CLASSES, type ToolClass } from '../constants.js';

export const APPROVAL_STATES = [
  'pending',
  'approved',
  'sent',
  'done',
  'failed',
  'unknown',
  'denied',
  'expired',
  'cancelled',
  'lapsed',
  'not_run',
] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

export const APPROVAL_STATE_WORDS: Readonly<Record<ApprovalState, string>> = {
  pending: 'Waiting',
  approved: 'Approved, about to run',
  sent: 'Running',
  done: 'Done',
  failed: 'Failed',
  unknown: 'May have run',
  denied: 'Denied',
  expired: 'Expired, nothing ran',
  cancelled: 'Withdrawn, nothing ran',
  lapsed: 'Lapsed, nothing ran',
  not_run: 'Did not run',
};

/** Of a request. */
export const RISK_WORDS = { low: 'Low risk', medium: 'Medium risk', high: 'High risk' } as const;

/** What somebody did with a request. */
export const DECISION_WORDS = { approve: 'approved', deny: 'denied', cancel: 'withdrawn' } as const;

/** Through what somebody asked. */
export const DOORS = ['http', 'chat', 'mcp', 'ws', 'stdio', 'task', 'cli', 'system'] as const;
export type Door = (typeof DOORS)[number];

/** What an audit row tells of. */
export const AUDIT_KINDS = [
  'call',
  'decision',
  'login',
  'policy',
  'agent',
  'token',
  'chat',
  'task',
  'export',
  'release',
  'setting',
  'restore',
  'gap',
] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

/** Kinds that tell of a change or of a decision about one; reads, logins and conversations are none. */
export const CHANGE_KINDS: readonly AuditKind[] = [
  ...(['decision', 'policy', 'agent', 'token', 'release', 'setting', 'restore', 'gap'] as const),
];

/** Characters that are kept of what a browser or an MCP client says of itself. */
export const USER_AGENT_LENGTH = 200;

/** What a person can be invited as. */
export const INVITE_SCOPES = ['viewer', 'operator'] as const;
export type InviteScope = (typeof INVITE_SCOPES)[number];

/** What the token of a person can be for; tokens of programs are revoked and made anew. */
export const PERSON_SCOPES = [...INVITE_SCOPES, 'admin'] as const;
export type PersonScope = (typeof PERSON_SCOPES)[number];

/** Why an invitation's link does not log in. */
export const LINK_FAULTS = ['used', 'expired', 'ended', 'unknown'] as const;
export type LinkFault = (typeof LINK_FAULTS)[number];

export const REKEY_MODES = ['rotate', 'revoke'] as const;
export type RekeyMode = (typeof REKEY_MODES)[number];

/** `?format=` of `/api/audit/export`. */
export const AUDIT_EXPORT_FORMATS = ['jsonl', 'csv'] as const;
export type AuditExportFormat = (typeof AUDIT_EXPORT_FORMATS)[number];
/** One export holds so many rows at most; the next one goes on after them. */
export const AUDIT_EXPORT_ROWS = 100_000;
/** Exports that run at the same time, and how long one waits for its reader to take the next piece. */
export const AUDIT_EXPORTS = { ofToken: 2, ofAll: 4, silenceMs: 60_000 } as const;

/** How a text met a rule: as it stands, or only in the plain form that a shell makes of it. */
export const VERDICT_FORMS = ['written', 'plain'] as const;
export type VerdictForm = (typeof VERDICT_FORMS)[number];

/** Of `GET /api/approvals/stats`. A decision within `hastyMs` was hardly one that was read. */
export const GATE_STATS = {
  hastyMs: 2_000,
  usualDays: 7,
  mostDays: 31,
  /** The newest decisions of the time that are counted. */
  decisions: 20_000,
} as const;

/** Characters of a text that is looked for in the audit log, and rows that one page looks through. */
export const AUDIT_SEARCH = { characters: 200, rows: 20_000 } as const;

/** Characters of the words with which somebody says why they ask for a call, or decide so. */
export const CALL_REASON_LENGTH = 280;

/** Seconds that somebody may ask for to have their call decided in (`expires_in_s`). */
export const EXPIRES_IN_S = { least: 60, most: 86_400 } as const;

/** Characters of what a model said before a call, for whoever decides: the end of it. */
export const SAID_BEFORE_LENGTH = 1_000;

/** What a conversation does just now. `waiting`: for a person to decide or to answer. */
export const CHAT_STATES = ['idle', 'running', 'waiting'] as const;
export type ChatState = (typeof CHAT_STATES)[number];

/** Characters of one message and of a name, and how much one answer shows at most. */
export const CHAT_LIMITS = {
  message: 32_000,
  name: 120,
  text: 2_000_000,
  toolEvents: 2_000,
} as const;

/** Names of models as their service writes them. */
export const CHAT_MODEL_PATTERN = '^[A-Za-z0-9][A-Za-z0-9._:@/-]{0,127}$';

/** How hard a model thinks, as its service names it. */
export const CHAT_EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'] as const;
export type ChatEffort = (typeof CHAT_EFFORTS)[number];

/** Pictures that a message may carry: how many, and bytes of each. */
export const CHAT_PICTURES = { most: 8, bytes: 10 * 1024 * 1024 } as const;
export const CHAT_PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
export type ChatPictureType = (typeof CHAT_PICTURE_TYPES)[number];

/** What a turn can wait for: a decision about a change, or an answer to the model's question. */
export const CHAT_PENDING_KINDS = ['approval', 'question'] as const;
export type ChatPendingKind = (typeof CHAT_PENDING_KINDS)[number];

/** How much a model may ask at once (seed 004). Characters where the name says nothing else. */
export const QUESTION_LIMITS = {
  questions: 4,
  options: { least: 2, most: 4 },
  header: 80,
  question: 2_000,
  label: 200,
  description: 500,
  answer: 4_000,
} as const;

/** What the page of a turn is made of: the model's text, what was said meanwhile, calls. */
export const CHAT_PART_KINDS = ['text', 'said', 'call'] as const;
export type ChatPartKind = (typeof CHAT_PART_KINDS)[number];

/** How a turn may take a message that comes while another is at work (seed 004). */
export const STREAMING_BEHAVIORS = ['newTurn', 'followUp', 'steer'] as const;
export type StreamingBehavior = (typeof STREAMING_BEHAVIORS)[number];

/**
 * A place in the events of a conversation, as `<turn>:<sequence>`: what comes after it is meant.
 * Sequence 0 stands before a turn's first event, and `0` before everything.
 */
export const CHAT_PLACE_PATTERN = '^(0|[A-Za-z0-9-]{1,64}:[0-9]{1,9})$';
export const CHAT_BEGINNING = '0';

export function chatPlaceOf({ turn_id, sequence }: { turn_id: string; sequence: number }): string {
  return `${turn_id}:${sequence}`;
}

/** In place of a value of one's own: what the server or the model does by itself. */
export const SERVERS_OWN = 'default';

/** Characters of the address of a release feed. */
export const FEED_ADDRESS_LENGTH = 500;
/** In place of a feed's address: where this kenny came from. */
export const GIT_FEED = 'git';

/** How a server was started (KENNY_RUNS_AS): each is updated and restored in its own way. */
export const RUN_KINDS = ['npm-start', 'autostart', 'service', 'container'] as const;
export type RunKind = (typeof RUN_KINDS)[number];

/**
 * How things stand with Tailscale on the server's computer, in the order in which a person comes to
 * them; the two that begin with `needs_` are answers to turning it on.
 */
export const TAILSCALE_STATES = [
  'not_installed',
  'not_running',
  'logged_out',
  'awaits_approval',
  'no_certificate',
  'shares_other',
  'funnel',
  'unclear',
  'ready',
  'needs_rights',
  'needs_consent',
  'shared',
] as const;
export type TailscaleState = (typeof TAILSCALE_STATES)[number];
/** What keeps an admin from turning it on: `address` stands for variables that were given by hand. */
export const TAILSCALE_BLOCKS = ['demo', 'container', 'address'] as const;
export type TailscaleBlock = (typeof TAILSCALE_BLOCKS)[number];

/** Where the key of the model service comes from; the environment wins. */
export const MODEL_KEY_SOURCES = ['environment', 'stored'] as const;
export type ModelKeySource = (typeof MODEL_KEY_SOURCES)[number];
/** Printable and without blanks: it goes into a header. */
export const MODEL_KEY = { pattern: '^[!-~]+$', min: 8, max: 512 } as const;

/** Bounds of each of the two settings of compaction. */
export const COMPACTION_TOKENS = { least: 1_000, most: 1_000_000 } as const;

/** `core` is told to every conversation that it fits, `soft` when a message is about it. */
export const MEMORY_LAYERS = ['core', 'soft'] as const;
export type MemoryLayer = (typeof MEMORY_LAYERS)[number];

export const MEMORY_SOURCES = [
  'explicit_user_instruction',
  'promoted_soft_memory',
  'manual',
  'inferred',
] as const;
export type MemorySource = (typeof MEMORY_SOURCES)[number];

export const MEMORY_STATUSES = ['active', 'forgotten'] as const;
export type MemoryStatus = (typeof MEMORY_STATUSES)[number];

/** Of one operator; `text` and `tag` in characters. */
export const MEMORY_LIMITS = { entries: 500, text: 2_000, tags: 10, tag: 40 } as const;

/** `daily` and `upgrade` are made by kenny itself, and only those are deleted again. */
export const BACKUP_KINDS = ['daily', 'manual', 'upgrade'] as const;
export type BackupKind = (typeof BACKUP_KINDS)[number];
/** In place of a name: the one that somebody sent last. */
export const UPLOADED_BACKUP = 'uploaded';
/** A restored backup says who may do what: an admin who restores one has to hold every right (ADR 0106). */
export function holdsEveryRight({ agents, decide, classes }: EveryRight): boolean {
  return agents === null && decide && TOOL_CLASSES.every((one) => classes.includes(one));
}
interface EveryRight {
  readonly agents: readonly string[] | null;
  readonly decide: boolean;
  readonly classes: readonly ToolClass[];
}
/** What a backup in the making is at, in this order. */
export const BACKUP_PHASES = ['database', 'checking', 'writing', 'verifying'] as const;
export type BackupPhase = (typeof BACKUP_PHASES)[number];
/** Daily ones: the newest of so many days and of so many weeks, unless an admin has set others; before upgrades: the newest. */
export const BACKUP_KEEP = { days: 7, weeks: 4, upgrades: 3 } as const;
/** How many an admin may set. */
export const BACKUP_KEEP_REACH = { days: { min: 1, max: 60 }, weeks: { min: 0, max: 52 } } as const;
/** Of a downloaded copy: whoever has the file may guess as often as they like. */
export const BACKUP_PASSPHRASE = { min: 12, max: 256 } as const;
/** A downloaded copy that is older than this no longer counts as one elsewhere. */
export const BACKUP_COPY_DAYS = 30;

/** Where agents are served when an admin opens a door for them (ADR 0073). */
export const AGENTS_DOOR = {
  port: 8443,
  largestPort: 65_535,
  earlier: 7,
  /** Of a name on the internet (RFC 1035, 2.3.4). */
  longestName: 253,
} as const;

/** How long a login lasts: without use, and altogether. */
export interface LoginTimes {
  readonly idleMs: number;
  readonly longestMs: number;
}

/** Of a login that was asked for nothing more (design §4.1). */
export const LOGIN_TIMES: LoginTimes = { idleMs: 12 * HOUR_MS, longestMs: 7 * DAY_MS };
/** On somebody's own device (ADR 0092). */
export const STAYING_TIMES: LoginTimes = { idleMs: 30 * DAY_MS, longestMs: 90 * DAY_MS };
