import { decidedWithin } from './call-words';

it.each([
  [0, '0.1 s'],
  [1_210, '1.3 s'],
  [59_900, '59.9 s'],
  [240_100, '4 min'],
  [292_400, '4 min 52 s'],
])('a decision within %d ms came within %s', (ms, words) => {
  expect(decidedWithin(ms)).toBe(words);
});
