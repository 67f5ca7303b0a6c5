import { listed } from './listed.js';

it.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a and b'],
  [['a', 'b', 'c'], 'a, b and c'],
])('%j is listed as %j', (parts, words) => {
  expect(listed(parts)).toBe(words);
});
