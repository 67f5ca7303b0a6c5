import { TASK_TIMES } from '@kenny/contract';
import fc from 'fast-check';
import { isReady, startOrder, type Waiting } from './queue-order.js';

const one = (id: string, more: Partial<Waiting> = {}): Waiting => ({
  ...{ id, priority: 0, queued_at: 0, not_before: null },
  ...more,
});
const ids = (waiting: readonly Waiting[], now = 0) => startOrder(waiting, now).map(({ id }) => id);

describe('the queue', () => {
  it('begins with the highest priority, then with who came first', () => {
    const waiting = [
      ...[one('late', { queued_at: 5 }), one('early', { queued_at: 1 })],
      one('urgent', { priority: 3, queued_at: 9 }),
    ];
    expect(ids(waiting)).toEqual(['urgent', 'early', 'late']);
  });

  it('lets every task start some day: with time the lowest comes before the highest', () => {
    const old = one('old');
    const now = 11 * TASK_TIMES.ageingMs;
    expect(ids([one('new', { priority: 10, queued_at: now }), old], now)).toEqual(['old', 'new']);
  });

  it('puts those that may not start yet at its end', () => {
    const later = one('later', { priority: 10, not_before: 100 });
    expect(ids([later, one('now')], 50)).toEqual(['now', 'later']);
    expect(ids([later, one('now')], 100)).toEqual(['later', 'now']);
  });

  it('is one order of all, whatever order they came in', () => {
    const waiting = fc.uniqueArray(
      fc.record({
        id: fc.uuid(),
        priority: fc.nat(10),
        queued_at: fc.nat(10_000_000),
        not_before: fc.option(fc.nat(10_000_000)),
      }),
      { selector: ({ id }) => id, maxLength: 30 },
    );
    fc.assert(
      fc.property(waiting, fc.nat(20_000_000), (some, now) => {
        const order = ids(some, now);
        expect(ids([...some].reverse(), now)).toEqual(order);
        const ready = startOrder(some, now).map((entry) => isReady(entry, now));
        expect(ready).toEqual([...ready].sort((a, b) => Number(b) - Number(a)));
      }),
    );
  });
});
