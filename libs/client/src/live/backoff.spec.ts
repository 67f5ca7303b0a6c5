import { backoff } from './backoff.js';

it('waits longer each time, at random up to a bound', () => {
  const longest = [1, 2, 3, 30].map((attempt) => backoff(attempt, () => 1));
  expect(longest).toEqual([1_000, 2_000, 4_000, 15_000]);
  expect(backoff(30, () => 0)).toBe(500);
});
