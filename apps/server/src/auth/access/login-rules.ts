import { DAY_MS, HOUR_MS } from '@kenny/kernel';

/**
 * How long a login lasts without use and altogether (design §4.1), and how long after its last use
 * one that nobody ended is remembered: so long its browser is notified (ADR 0087).
 */
export const LOGIN_TIMES = {
  ...{ idleMs: 12 * HOUR_MS, longestMs: 7 * DAY_MS },
  rememberedMs: 90 * DAY_MS,
} as const;

export interface LoginLife {
  readonly opened_at: number;
  readonly last_used_at: number;
  /** When the token that opened it expires; null = never. */
  readonly token_expires_at: number | null;
}

/** The latest moment at which it can still be used, however busy it is. Epoch ms. */
export function loginEnd({ opened_at, token_expires_at }: Omit<LoginLife, 'last_used_at'>) {
  return Math.min(opened_at + LOGIN_TIMES.longestMs, token_expires_at ?? Infinity);
}

export function isLoginOver(login: LoginLife, now: number): boolean {
  return now >= loginEnd(login) || now >= login.last_used_at + LOGIN_TIMES.idleMs;
}
