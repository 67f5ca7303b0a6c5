import { HOUR_MS } from '@kenny/kernel';

/** How long a browser session lasts (design §4.1). */
export const SESSION_TIMES = { idleMs: 12 * HOUR_MS, longestMs: 7 * 24 * HOUR_MS } as const;

export interface SessionLife {
  readonly opened_at: number;
  readonly last_used_at: number;
  /** When the token that opened it expires; null = never. */
  readonly token_expires_at: number | null;
}

/** The latest moment at which it can still be used, however busy it is. Epoch ms. */
export function sessionEnd({ opened_at, token_expires_at }: Omit<SessionLife, 'last_used_at'>) {
  return Math.min(opened_at + SESSION_TIMES.longestMs, token_expires_at ?? Infinity);
}

export function isSessionOver(session: SessionLife, now: number): boolean {
  return now >= sessionEnd(session) || now >= session.last_used_at + SESSION_TIMES.idleMs;
}
