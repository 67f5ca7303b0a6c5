import { DAY_MS } from '@kenny/kernel';
import { DailyQuota } from './daily-quota.js';

const NOON = Date.UTC(2026, 5, 4, 12);

describe('a daily quota', () => {
  it('is of each, and says once that it is spent', () => {
    const quota = new DailyQuota(100);
    expect(quota.take('a', 60, NOON)).toBe('taken');
    expect(quota.take('a', 40, NOON)).toBe('taken');
    expect(quota.take('a', 1, NOON)).toBe('spent');
    expect(quota.take('a', 1, NOON)).toBe('refused');
    expect(quota.take('b', 100, NOON)).toBe('taken');
  });

  it('has nothing left for small things after it refused a large one', () => {
    const quota = new DailyQuota(100);
    expect(quota.take('a', 101, NOON)).toBe('spent');
    expect(quota.take('a', 1, NOON)).toBe('refused');
  });

  it('begins anew at midnight by UTC, and when the clock is set back', () => {
    const quota = new DailyQuota(100);
    const midnight = Math.ceil(NOON / DAY_MS) * DAY_MS;
    expect(quota.take('a', 101, midnight - 1)).toBe('spent');
    expect(quota.take('a', 100, midnight)).toBe('taken');
    expect(quota.take('a', 100, midnight - 1)).toBe('taken');
  });
});
