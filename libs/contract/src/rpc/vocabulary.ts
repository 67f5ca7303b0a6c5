import { CHAT_PICTURE_TYPES, CHAT_PICTURES } from '../http/vocabulary.js';

/** Words and numbers of `/rpc` and `kenny rpc` (seed 004). Nothing here is a class. */

/** Where `kenny rpc` connects: one JSON-RPC message per text frame. */
export const RPC_PATH = '/rpc';

export const RPC_PROTOCOL_VERSION = 1;
export const RPC_SERVER_NAME = 'kenny';

/** A conversation, and a PC as workspace, as they are named to an editor. */
export const RPC_URIS = { session: 'kenny://session/', agent: 'kenny://agent/' } as const;

/** What an editor is asked to choose from when a change waits; only the first, letter by letter, approves. */
export const RPC_CONFIRM = {
  header: 'Confirm',
  approve: 'Approve',
  deny: 'Deny',
  approveHelp: 'Run once with exactly these arguments',
  denyHelp: 'Do not run; tell the model',
} as const;

/** Beside a model's question that has no options: editors drop one with fewer than two. */
export const RPC_ANY_ANSWER = [
  { label: 'I do not know', description: 'Or write an answer of your own' },
  { label: 'Either is fine', description: 'Or write an answer of your own' },
] as const;

export const RPC_QUESTION_KINDS = ['question', 'confirm'] as const;
export type RpcQuestionKind = (typeof RPC_QUESTION_KINDS)[number];

/** What became of a question: `answered` and `none` end a model's own, the others a change. */
export const RPC_QUESTION_OUTCOMES = [
  'pending',
  'approved',
  'denied',
  'expired',
  'canceled',
  'answered',
  'none',
] as const;
export type RpcQuestionOutcome = (typeof RPC_QUESTION_OUTCOMES)[number];

/** A turn as an editor sees it: one that waits for a person is `running`. */
export const RPC_TURN_STATUSES = ['queued', 'running', 'completed', 'failed', 'canceled'] as const;
export type RpcTurnStatus = (typeof RPC_TURN_STATUSES)[number];

export const RPC_SETTINGS = ['defaultModel', 'defaultThinkingLevel'] as const;

/** Icons of older clients. */
export const RPC_TOOL_KINDS = ['shell', 'read', 'write'] as const;
export type RpcToolKind = (typeof RPC_TOOL_KINDS)[number];

/** Why everything a client knows of a conversation may be old. */
export const RPC_UPDATE_REASONS = ['resync', 'renamed', 'deleted', 'changed'] as const;
export type RpcUpdateReason = (typeof RPC_UPDATE_REASONS)[number];

const KIB = 1024;
const MIB = 1024 * KIB;

/** Pictures that `turns/start` takes beside its text, as every door does. */
export const RPC_PICTURES = { ...CHAT_PICTURES, types: CHAT_PICTURE_TYPES } as const;

/** What one socket of `/rpc` may cost the server. */
export const RPC_LIMITS = {
  /** One message; only one of `turns/start` with pictures may be so long. */
  bodyBytes: 64 * MIB,
  /** What the socket adds to a message that had the greatest length at the editor's end. */
  envelopeBytes: 64 * KIB,
  /** Any other message. */
  requestBytes: 1 * MIB,
  /** Header lines before a message on stdin. */
  headerBytes: 8 * KIB,
  depth: 64,
  requestsPerSecond: 50,
  requestBurst: 200,
  inFlight: 64,
  /** Messages beyond the above, or that are no requests, per minute. */
  refusedPerMinute: 120,
  socketsPerToken: 16,
  sockets: 256,
  /** Messages beyond `requestBytes` of one token, on the way or at work; others wait, unread. */
  largeBytesPerToken: 2 * (64 * MIB + 64 * KIB),
  /** Unsent events; beyond it deltas are dropped and `session/updated` says so. */
  behindBytes: 8 * MIB,
  /** Events after `after`, or after `afterSequence`, that are sent again. */
  replayEvents: 1000,
  /** Of these events, as they are stored; one event may have more. */
  replayCharacters: 4 * MIB,
  /** Conversations that one socket may have attached. */
  sessions: 32,
} as const;
