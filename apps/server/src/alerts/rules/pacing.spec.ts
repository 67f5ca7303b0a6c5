import { DAY_MS, HOUR_MS, SECOND_MS } from '@kenny/kernel';
import fc from 'fast-check';
import { PACE, paceOf, retryAfter, type Queue } from './pacing.js';

const EMPTY: Queue = {
  ...{ tried: 0, triedDue: 0, fresh: 0, held: 0, sentInMinute: 0, digestInMinute: false },
};

it('sends what fits into the minute, one by one', () => {
  expect(paceOf({ ...EMPTY, fresh: 3 })).toEqual({ do: 'send', most: 3 });
  expect(paceOf({ ...EMPTY, fresh: 20 })).toEqual({ do: 'send', most: 20 });
  expect(paceOf(EMPTY)).toEqual({ do: 'wait' });
});

it('makes one digest of what does not fit, and no second one in the minute', () => {
  expect(paceOf({ ...EMPTY, fresh: 2_000 })).toEqual({ do: 'digest' });
  expect(paceOf({ ...EMPTY, fresh: 2, sentInMinute: 19 })).toEqual({ do: 'digest' });
  expect(paceOf({ ...EMPTY, fresh: 50, digestInMinute: true })).toEqual({ do: 'wait' });
});

it('makes one message of what waited for the end of quiet hours', () => {
  expect(paceOf({ ...EMPTY, fresh: 2, held: 2 })).toEqual({ do: 'digest' });
  expect(paceOf({ ...EMPTY, fresh: 1, held: 1 })).toEqual({ do: 'send', most: 1 });
});

it('asks a place that did not answer with one message, and keeps the rest', () => {
  expect(paceOf({ ...EMPTY, fresh: 5, tried: 1 })).toEqual({ do: 'wait' });
  expect(paceOf({ ...EMPTY, fresh: 5, tried: 1, triedDue: 1 })).toEqual({ do: 'retry', most: 1 });
});

it('waits twice as long each time, from five seconds to an hour', () => {
  expect([1, 2, 3].map(retryAfter)).toEqual([5, 10, 20].map((seconds) => seconds * SECOND_MS));
  expect(retryAfter(50)).toBe(HOUR_MS);
  let [waited, attempts] = [0, 0];
  while (waited < DAY_MS) waited += retryAfter((attempts += 1));
  expect(attempts).toBeLessThan(40);
});

it('never sends more than a minute holds and its one digest', () => {
  const number = fc.nat({ max: 100 });
  fc.assert(
    fc.property(number, number, number, number, fc.boolean(), (a, b, c, d, digestInMinute) => {
      const queue = { tried: a, triedDue: Math.min(a, b), fresh: c, held: 0, sentInMinute: d };
      const pace = paceOf({ ...queue, digestInMinute });
      if (pace.do === 'send' || pace.do === 'retry') {
        expect(d + pace.most).toBeLessThanOrEqual(PACE.perMinute);
      }
      if (pace.do === 'digest') expect(digestInMinute).toBe(false);
    }),
  );
});
