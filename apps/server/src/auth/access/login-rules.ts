import { DAY_MS, HOUR_MS } from '@kenny/kernel';

/** How long a login lasts: without use, and altogether. */
interface LoginTimes {
  readonly idleMs: number;
  readonly longestMs: number;
}

/** Of a login that was asked for nothing more (design §4.1). */
export const LOGIN_TIMES: LoginTimes = { idleMs: 12 * HOUR_MS, longestMs: 7 * DAY_MS };
/** On somebody's own device (ADR 0092). */
export const STAYING_TIMES: LoginTimes = { idleMs: 30 * DAY_MS, longestMs: 90 * DAY_MS };

/** After its last use, where nobody ended it: so long its browser is notified (ADR 0087). */
export const REMEMBERED_MS = 90 * DAY_MS;

export interface LoginLife {
  readonly opened_at: number;
  readonly last_used_at: number;
  readonly stays: boolean;
  /** When the token that opened it expires; null = never. */
  readonly token_expires_at: number | null;
}

const timesOf = ({ stays }: Pick<LoginLife, 'stays'>): LoginTimes =>
  stays ? STAYING_TIMES : LOGIN_TIMES;

/** The latest moment at which it can still be used, however busy it is. Epoch ms. */
export function loginEnd(login: Omit<LoginLife, 'last_used_at'>): number {
  const { opened_at, token_expires_at } = login;
  return Math.min(opened_at + timesOf(login).longestMs, token_expires_at ?? Infinity);
}

export function isLoginOver(login: LoginLife, now: number): boolean {
  return now >= loginEnd(login) || now >= login.last_used_at + timesOf(login).idleMs;
}
