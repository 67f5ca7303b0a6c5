import { LOGIN_TIMES, STAYING_TIMES, type SessionView } from '@kenny/contract/web';
import { DAY_MS, HOUR_MS } from '@kenny/kernel';
import { dateWords } from '../time/relative';

/** How long a login that stays, and any other, lasts without use. */
export const IDLE_WORDS = {
  stays: `${STAYING_TIMES.idleMs / DAY_MS} days`,
  leaves: `${LOGIN_TIMES.idleMs / HOUR_MS} hours`,
} as const;

/** Of a list of logins, at first: somebody may have many of one browser. */
export const SHOWN_LOGINS = 4;

/** The browser that somebody reads this in comes before all others. */
export function ownFirst<T extends { readonly current: boolean }>(logins: readonly T[]): T[] {
  return [...logins.filter(({ current }) => current), ...logins.filter(({ current }) => !current)];
}

/** `ends after 12 hours without use, 3 Dec at the latest`. */
export function loginEndWords({ stays, expires_at }: Pick<SessionView, 'stays' | 'expires_at'>) {
  const idle = IDLE_WORDS[stays ? 'stays' : 'leaves'];
  return `ends after ${idle} without use, ${dateWords(Date.parse(expires_at))} at the latest`;
}
