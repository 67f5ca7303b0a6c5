/** Words of the HTTP door. Nothing here is a class: browsers and the command line import it too. */

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
  'export',
  'release',
  'restore',
  'gap',
] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

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
