import { EXPIRES_IN_S } from '@kenny/contract';
import type { AppConfig } from '../config/index.js';

/** Limits per MCP client and overall. */
export const MCP_LIMITS = {
  /** Beyond this, a token's least recently used session ends. */
  sessionsPerToken: 16,
  sessions: 1_000,
  /** Messages in one JSON-RPC batch (2025-03-26 has them). */
  batch: 20,
  /** Streams on which clients of 2026-07-28 wait for changes; our tool list never changes. */
  subscriptions: 256,
} as const;

/** Longest life of an approval, in ms; state of its elicitation is kept as long. */
export const longestLife = ({ approvalTtlSecs }: Pick<AppConfig, 'approvalTtlSecs'>): number =>
  Math.max(approvalTtlSecs, EXPIRES_IN_S.most) * 1_000;

/** In milliseconds. */
export const MCP_TIMES = {
  /** Idle sessions end after this. */
  sessionIdle: 30 * 60_000,
  sweep: 60_000,
  /** Interval of progress notifications. */
  progress: 5_000,
  /** Timeout of an elicitation; then somebody has to decide in kenny. */
  question: 5 * 60_000,
} as const;
