import { countdown } from './relative';

describe('what runs out', () => {
  it.each([
    [65_000, '1:05'],
    [59 * 60_000 + 59_000, '59:59'],
    [3_600_000, '1:00:00'],
    [86_399_000, '23:59:59'],
    [-1, '0:00'],
  ])('in %d ms is counted as %s', (ms, words) => {
    expect(countdown(1_000 + ms, 1_000)).toBe(words);
  });
});
