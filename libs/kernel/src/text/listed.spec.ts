import { firstFew, listed } from './listed.js';

it.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a and b'],
  [['a', 'b', 'c'], 'a, b and c'],
])('%j is listed as %j', (parts, words) => {
  expect(listed(parts)).toBe(words);
});

it.each([
  [[], 2, ''],
  [['a', 'b'], 2, 'a, b'],
  [['a', 'b', 'c'], 2, 'a, b, 1 more'],
])('of %j the first %d are %j', (names, most, words) => {
  expect(firstFew(names, most)).toBe(words);
});
