import { FakeClock } from '@kenny/testing';
import fc from 'fast-check';
import { FailureLimiter } from './failure-limiter.js';

describe('FailureLimiter', () => {
  const limits = { failures: 3, windowMs: 60_000 };
  const failing = (limiter: FailureLimiter, key: string, times: number) => {
    for (let i = 0; i < times; i += 1) limiter.fail(key);
  };

  it('shuts a key out after so many failures and says for how long', () => {
    const clock = new FakeClock();
    const limiter = new FailureLimiter(clock, limits);
    failing(limiter, 'a', 2);
    expect(limiter.retryAfter('a')).toBe(0);
    clock.advance(10_500);
    limiter.fail('a');
    expect(limiter.retryAfter('a')).toBe(50);
    expect(limiter.retryAfter('b')).toBe(0);
  });

  it('lets it try again when the window since the first failure is over', () => {
    const clock = new FakeClock();
    const limiter = new FailureLimiter(clock, limits);
    failing(limiter, 'a', 5);
    clock.advance(59_999);
    expect(limiter.retryAfter('a')).toBe(1);
    clock.advance(1);
    expect(limiter.retryAfter('a')).toBe(0);
    failing(limiter, 'a', 2);
    expect(limiter.retryAfter('a')).toBe(0);
  });

  it('is not moved by setting the wall clock', () => {
    const clock = new FakeClock();
    const limiter = new FailureLimiter(clock, limits);
    failing(limiter, 'a', 3);
    clock.jump(86_400_000);
    expect(limiter.retryAfter('a')).toBe(60);
    clock.jump(-2 * 86_400_000);
    expect(limiter.retryAfter('a')).toBe(60);
  });

  it('never remembers more keys than it may, and forgets the oldest first', () => {
    const clock = new FakeClock();
    const limiter = new FailureLimiter(clock, { ...limits, keys: 100 });
    failing(limiter, 'early', 3);
    failing(limiter, 'late', 3);
    for (let i = 0; i < 99; i += 1) limiter.fail(`flood-${i}`);
    expect(limiter.size).toBe(100);
    expect(limiter.retryAfter('early')).toBe(0);
    expect(limiter.retryAfter('late')).toBe(60);
  });

  it('drops tallies whose time is over without being asked about them', () => {
    const clock = new FakeClock();
    const limiter = new FailureLimiter(clock, limits);
    for (let i = 0; i < 50; i += 1) limiter.fail(`a-${i}`);
    clock.advance(60_000);
    limiter.fail('b');
    expect(limiter.size).toBe(1);
  });

  it('answers as a plain count of the failures in the window would', () => {
    const step = fc.oneof(
      fc.record({ fail: fc.constantFrom('a', 'b') }),
      fc.record({ wait: fc.integer({ min: 1, max: 40_000 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const clock = new FakeClock();
        const limiter = new FailureLimiter(clock, limits);
        const model = new Map<string, { first: number; count: number }>();
        for (const each of steps) {
          if ('wait' in each) clock.advance(each.wait);
          else {
            limiter.fail(each.fail);
            const known = model.get(each.fail);
            const fresh = !known || clock.monotonic() - known.first >= limits.windowMs;
            if (fresh) model.set(each.fail, { first: clock.monotonic(), count: 1 });
            else known.count += 1;
          }
          for (const key of ['a', 'b']) {
            const tally = model.get(key);
            const left = tally ? tally.first + limits.windowMs - clock.monotonic() : 0;
            const shut = tally !== undefined && tally.count >= limits.failures && left > 0;
            expect(limiter.retryAfter(key)).toBe(shut ? Math.ceil(left / 1000) : 0);
          }
        }
      }),
    );
  });
});
