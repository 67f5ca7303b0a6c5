import { afterFreeing } from './after-freeing.js';
import { movedThresholds } from './limits.js';
import { THRESHOLDS } from './rules/index.js';

const GB = 1e9;
const LIMITS = THRESHOLDS.disk;

describe('what a clean-up leaves', () => {
  const volume = (mount: string, free: number, total = 500) => ({
    ...{ mount, total_bytes: total * GB, free_bytes: free * GB, percent_used: 0 },
  });
  const after = (volumes: unknown, gb: number, os = 'windows', limits = LIMITS) => {
    const found = afterFreeing({ volumes }, gb * GB, os, limits);
    return found && [found.words, found.status, found.bound];
  };

  it.each([
    ['a warning still', 35, 8.7, 'C: would be about 91 % full', 'warn', { over: 80 }],
    ['fine', 90, 20, 'C: would be about 78 % full', 'ok', undefined],
    ['critical still', 10, 5, 'C: would be about 97 % full', 'crit', { from: 95 }],
    [
      'a warning still, by less than a half',
      100,
      -1.9,
      'C: would be about 80.3 % full',
      'warn',
      { over: 80 },
    ],
    ['more than there is', 0, 900, 'C: would be about 0 % full', 'ok', undefined],
  ])('is %s', (_what, free, gb, words, status, bound) => {
    expect(after([volume('C:', free)], gb)).toEqual([words, status, bound]);
  });

  it('is judged by the limits of that PC', () => {
    const moved = movedThresholds(LIMITS, [{ field: 'percent_used', warn: 95, crit: 98 }]);
    expect(after([volume('C:', 35)], 8.7, 'windows', moved)).toContain('ok');
  });

  it.each([
    ['no volumes', undefined, 'windows'],
    ['nonsense', [7, null, { mount: 'C:', total_bytes: 'much' }], 'windows'],
    ['no size', [{ mount: 'C:', total_bytes: 0, free_bytes: 0 }], 'windows'],
    ['several of which none is the system’s', [volume('D:', 1), volume('E:', 1)], 'windows'],
    ['several of a system that may have its folders on any', [volume('/', 1), volume('/var', 1)]],
  ])('is not said of %s', (_what, volumes, os = 'linux') => {
    expect(after(volumes, 1, os)).toBeUndefined();
  });

  it('is that of C: where Windows has several', () => {
    expect(after([volume('D:', 1), volume('c:\\', 250)], 0)?.[0]).toBe(
      'c:\\ would be about 50 % full',
    );
  });
});
