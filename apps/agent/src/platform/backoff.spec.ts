import { CLOSE_CODES, withReturnTime } from '@kenny/contract/agent';
import fc from 'fast-check';
import { Backoff } from './backoff.js';

const failed = { lastedMs: 0 };
const highest = (): number => 1 - Number.EPSILON;
const lowest = (): number => 0;

describe('Backoff', () => {
  it('doubles its ceiling from 2 s to 60 s and stays there', () => {
    const backoff = new Backoff(highest);
    const delays = Array.from({ length: 9 }, () => backoff.next(failed));
    expect(delays).toEqual([2, 4, 8, 16, 32, 60, 60, 60, 60].map((seconds) => seconds * 1000));
  });

  it('never waits less than a second nor more than a minute, whatever the dice say', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { maxLength: 200 }),
        (dice) => {
          const backoff = new Backoff(() => dice.shift() ?? 0);
          while (dice.length > 0) {
            const delay = backoff.next(failed);
            expect(delay).toBeGreaterThanOrEqual(1_000);
            expect(delay).toBeLessThanOrEqual(60_000);
          }
        },
      ),
    );
  });

  it('spreads a fleet over the whole range', () => {
    expect(new Backoff(lowest).next(failed)).toBe(1_000);
    expect(new Backoff(() => 0.5).next(failed)).toBe(1_500);
  });

  it('starts anew after a connection of 60 s, and not before', () => {
    const backoff = new Backoff(highest);
    backoff.next(failed);
    backoff.next(failed);
    expect(backoff.next({ lastedMs: 59_999 })).toBe(8_000);
    expect(backoff.next({ lastedMs: 60_000 })).toBe(2_000);
  });

  it.each([CLOSE_CODES.removed, CLOSE_CODES.replaced])('waits 5 to 15 minutes after %d', (code) => {
    expect(new Backoff(lowest).next({ code, lastedMs: 0 })).toBe(5 * 60_000);
    expect(new Backoff(highest).next({ code, lastedMs: 0 })).toBe(15 * 60_000);
  });

  it('comes back when a busy server says that it has room, within a second', () => {
    const end = { code: CLOSE_CODES.busy, reason: withReturnTime('full', 7), lastedMs: 0 };
    expect(new Backoff(lowest).next(end)).toBe(7_000);
    expect(new Backoff(highest).next(end)).toBe(8_000);
  });

  it('waits no longer than a minute, whatever a busy server says', () => {
    const end = { code: CLOSE_CODES.busy, reason: 'full; again in 99 s', lastedMs: 0 };
    expect(new Backoff(highest).next(end)).toBe(60_000);
  });

  it('waits as after any other end when a busy server does not say for how long', () => {
    const end = { code: CLOSE_CODES.busy, reason: 'the server is stopping', lastedMs: 0 };
    expect(new Backoff(highest).next(end)).toBe(2_000);
  });

  it('waits a minute after 4401', () => {
    const code = CLOSE_CODES.unauthenticated;
    expect(new Backoff(lowest).next({ code, lastedMs: 0 })).toBe(60_000);
  });
});
