import { HOUR_MS, MINUTE_MS } from '@kenny/kernel';
import { burstDue, BURSTS, noteBurst } from './burst-rule.js';

const LOGINS = BURSTS.login_failed;
const one = { count: 1, detail: 'Last from 203.0.113.9' };

it('tells nobody of a person who mistypes', () => {
  const first = noteBurst(undefined, one, LOGINS, 0);
  const second = noteBurst(first.next?.state, one, LOGINS, 1_000);
  expect([first.told, second.told]).toEqual([undefined, undefined]);
  const state = second.next?.state;
  expect(state && burstDue(state, LOGINS, LOGINS.windowMs)).toEqual({ next: null });
});

it('tells many at once, then how many more there were', () => {
  let known = noteBurst(undefined, { ...one, count: 4 }, LOGINS, 0);
  known = noteBurst(known.next?.state, one, LOGINS, MINUTE_MS);
  expect(known.told).toMatchObject({ count: 5, more: false });
  for (let turn = 0; turn < 30; turn += 1) {
    known = noteBurst(known.next?.state, one, LOGINS, 2 * MINUTE_MS + turn);
    expect(known.told).toBeUndefined();
  }
  const state = known.next?.state;
  const due = known.next?.due_at ?? 0;
  expect(due).toBe(MINUTE_MS + HOUR_MS);
  expect(state && burstDue(state, LOGINS, due).told).toMatchObject({ count: 30, more: true });
});

it('does not add up what is far apart', () => {
  let known = noteBurst(undefined, { ...one, count: 4 }, LOGINS, 0);
  known = noteBurst(known.next?.state, { ...one, count: 4 }, LOGINS, LOGINS.windowMs);
  expect(known.told).toBeUndefined();
});

it('tells the first hit of the safety check at once', () => {
  expect(noteBurst(undefined, one, BURSTS.guard_hit, 0).told).toMatchObject({ count: 1 });
});
