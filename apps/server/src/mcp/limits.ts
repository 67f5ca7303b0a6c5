import { EXPIRES_IN_S } from '@kenny/contract';
import type { AppConfig } from '../config/index.js';

/** What one MCP client, and all together, may hold of the server. */
export const MCP_LIMITS = {
  /** Sessions of one token; a further one ends the one that was used least recently. */
  sessionsPerToken: 16,
  sessions: 1_000,
  /** Messages in one JSON-RPC batch (2025-03-26 has them). */
  batch: 20,
  /** Streams on which modern clients wait for changes; our list of tools never changes. */
  subscriptions: 256,
} as const;

/** How long an approval may wait at most, in ms: what is kept for its question is kept as long. */
export const longestLife = ({ approvalTtlSecs }: Pick<AppConfig, 'approvalTtlSecs'>): number =>
  Math.max(approvalTtlSecs, EXPIRES_IN_S.most) * 1_000;

/** In milliseconds. */
export const MCP_TIMES = {
  /** A session without an open request ends after this. */
  sessionIdle: 30 * 60_000,
  sweep: 60_000,
  /** How often a long call says that it goes on. */
  progress: 5_000,
  /** How long a client may take to put a question to its user; then a person decides elsewhere. */
  question: 5 * 60_000,
} as const;
