import fc from 'fast-check';
import { amount, duration, listing, plain, rate } from './wording.js';

describe('plain', () => {
  it.each([
    ['  C:\\  ', 'C:\\'],
    ['a\nb\r\nc\u2028d', 'a b c d'],
    ['\u202Eexe.gpj\u202C', 'exe.gpj'],
    ['zero\u200Bwidth', 'zero width'],
    ['\u001B[31mred', '[31mred'],
    ['Anna’s Ünïcödé ☃ 日本', 'Anna’s Ünïcödé ☃ 日本'],
    ['', 'nothing'],
    ['\u0000\u0007', 'nothing'],
  ])('makes %j one visible line', (text, expected) => {
    expect(plain(text, 'nothing')).toBe(expected);
  });

  it('cuts by characters and marks the cut', () => {
    expect(plain('☃😀😀😀😀', '', 3)).toBe('☃😀…');
    expect(plain('😀😀😀', '', 3)).toBe('😀😀😀');
  });

  it('never yields more than its length or a broken character', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.integer({ min: 1, max: 40 }),
        (text, length) => {
          const shown = plain(text, '', length);
          expect([...shown].length).toBeLessThanOrEqual(length);
          expect(shown.isWellFormed()).toBe(true);
          expect(shown).not.toMatch(/\p{Cc}/u);
        },
      ),
    );
  });
});

describe('amount', () => {
  it.each([
    [91, '91'],
    [94.99, '94.9'],
    [80.1, '80.1'],
    [64.1, '64.1'],
    [0.05, '0'],
    [-3.25, '-3.3'],
  ])('shows %d as %s, never rounded up to a limit', (value, expected) => {
    expect(amount(value)).toBe(expected);
  });
});

describe('rate', () => {
  it.each([
    [0, '0 B/s'],
    [999, '999 B/s'],
    [1_000, '1 kB/s'],
    [1_249_999, '1.2 MB/s'],
    [3e15, '3000 TB/s'],
  ])('shows %d bytes in a second as %s', (value, expected) => {
    expect(rate(value)).toBe(expected);
  });
});

describe('listing', () => {
  it('names three and counts the rest', () => {
    expect(listing(['a', 'b', 'c'], String)).toBe('a, b, c');
    expect(listing(['a', 'b', 'c', 'd', 'e'], String)).toBe('a, b, c and 2 more');
  });
});

describe('duration', () => {
  it.each([
    [0, '0 minutes'],
    [119, '1 minute'],
    [3_600, '1 hour'],
    [86_399, '23 hours'],
    [86_400 * 34, '34 days'],
  ])('of %d seconds is %s', (seconds, expected) => {
    expect(duration(seconds)).toBe(expected);
  });
});
