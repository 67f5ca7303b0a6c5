import { LOGIN_TIMES, STAYING_TIMES, type LoginTimes } from '@kenny/contract';
import { DAY_MS } from '@kenny/kernel';

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
