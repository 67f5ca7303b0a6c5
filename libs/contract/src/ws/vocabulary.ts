import { CLOSE_CODES } from '../constants.js';

/** Words and numbers of `/ws` (design §4.2). Nothing here is a class: browsers import it too. */

/** Where people's programs connect: the dashboard, the command line. */
export const WS_PATH = '/ws';

/** What is watched whole: their `<topic>.subscribe` needs nothing. */
export const WS_WHOLE_TOPICS = ['fleet', 'approval', 'audit', 'waiting_task'] as const;
/** What can be watched; `<topic>.subscribe` begins it. */
export const WS_TOPICS = [...WS_WHOLE_TOPICS, 'chat', 'task'] as const;
export type WsTopic = (typeof WS_TOPICS)[number];

/** Close codes of `/ws`. A client connects again unless its access has ended. */
export const WS_CLOSE_CODES = {
  /** The token was revoked or has expired, or the browser session is over. */
  accessEnded: CLOSE_CODES.unauthenticated,
  /** Message after message that is no request, or far too many. */
  protocol: CLOSE_CODES.protocol,
  /** What the token may do was changed: connect again, with the rights it has now. */
  accessChanged: 1012,
  /** The server is stopping. */
  stopping: 1001,
} as const;

/** Reasons beside `accessEnded`, for the login page. */
export const WS_ENDED_REASONS = {
  revoked: 'the token was revoked',
  ended: 'the session was ended',
  /** By time, or by what is not told. */
  over: 'access has ended',
} as const;

const KIB = 1024;
const MIB = 1024 * KIB;

/** What one socket may cost the server. */
export const WS_LIMITS = {
  requestBytes: 64 * KIB,
  /** Requests per second over time, and at once. */
  requestsPerSecond: 20,
  requestBurst: 60,
  inFlight: 16,
  /** Messages beyond the above, or that are no requests, per minute. */
  refusedPerMinute: 120,
  socketsPerToken: 64,
  sockets: 1024,
  /** Unsent pushes; beyond it the socket gets `stream.gap` instead and subscribes again. */
  behindBytes: 1 * MIB,
  /** Unsent answers when one more is asked for; beyond it the socket is terminated. */
  unreadAnswerBytes: 8 * MIB,
  /** Rows after `after_id`, or events after `after`, that are sent again; the rest is read over HTTP. */
  replayRows: 1000,
  /** Conversations that one socket may watch. */
  chats: 32,
  /** The same of tasks. */
  tasks: 64,
} as const;

/** Times of `/ws`, in milliseconds. */
export const WS_TIMES = {
  /** Changes of the fleet within this time travel together. */
  coalesceMs: 250,
  /** A row of which only the time of its data moved on is sent after this time. */
  refreshMs: 30_000,
  /** Between two pings; a socket that answered none since the last one is terminated. */
  pingMs: 30_000,
} as const;
