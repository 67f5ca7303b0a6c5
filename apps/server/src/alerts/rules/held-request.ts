import type { AlertSubject, NewAlert } from './alert.js';
import { targetsOf, type Person } from './audience.js';
import { APPROVAL_WAIT_MS } from './judge.js';

/** Until when quiet hours keep a request from everybody who would be told of it; null: they do not. */
export function requestHeldUntil(
  people: readonly Person[],
  subject: AlertSubject,
  tags: readonly string[],
  now: number,
): number | null {
  const alert: NewAlert = {
    ...{ kind: 'approval_waiting', severity: 'warn', ends: false, subject },
    ...{ title: '', text: '', page: '' },
  };
  const soon = now + APPROVAL_WAIT_MS;
  const times = [
    ...targetsOf(people, { ...alert, to: 'browsers' }, tags, now),
    ...targetsOf(people, { ...alert, to: 'channels' }, tags, soon),
  ].map(({ at }) => at);
  const first = Math.min(...times);
  return times.length === 0 || first <= soon ? null : first;
}
