import {
  absoluteTime,
  dayHeading,
  durationWords,
  exactClockWords,
  laterWords,
  momentWords,
  relativeTime,
  timeLeft,
} from './relative';

describe('what is left', () => {
  it.each([
    [-1, '0 s'],
    [59_999, '59 s'],
    [60_000, '1 min'],
    [119_999, '1 min'],
    [59 * 60_000 + 59_000, '59 min'],
    [3_600_000, '1 h'],
    [65 * 60_000, '1 h 5 min'],
    [24 * 3_600_000 - 1, '23 h 59 min'],
  ])('in %d ms is told as %s', (ms, words) => {
    expect(timeLeft(1_000 + ms, 1_000)).toBe(words);
  });
});

describe('a moment', () => {
  it('has its zone where it is evidence, and none where its day is said beside it', () => {
    const at = Date.parse('2026-11-28T14:02:31Z');
    expect(absoluteTime(at)).toMatch(/02:31.* (UTC|GMT|[A-Z]{3,4})/);
    expect(exactClockWords(at)).toMatch(/02:31( [AP]M)?$/);
  });

  it.each([
    [-30_000, 'just now'],
    [0, 'just now'],
    [30_000, 'now'],
    [-180_000, '3 min ago'],
    [180_000, 'in 3 min'],
    [-3 * 3_600_000, '3 h ago'],
    [-86_400_000 * 2, '2 days ago'],
    // What is over has lasted at least so long; what is to come is counted as people do.
    [-71 * 3_600_000 - 3_500_000, '2 days ago'],
    [71 * 3_600_000 + 3_500_000, 'in 3 days'],
    [47 * 3_600_000 + 3_500_000, 'in 2 days'],
    [59 * 60_000 + 45_000, 'in 1 h'],
    [90 * 60_000 - 120_000, 'in 1 h'],
  ])('%d ms from now is told as %s', (ms, words) => {
    expect(relativeTime(1_000 + ms, 1_000)).toBe(words);
  });
});

describe('what followed', () => {
  it.each([
    [-5_000, 'at once'],
    [400, 'at once'],
    [42_000, '42 s later'],
    [240_100, '4 min later'],
    [47 * 3_600_000, '47 h later'],
    [5 * 86_400_000, '5 days later'],
  ])('after %d ms is told as %s', (ms, words) => {
    expect(laterWords(1_000 + ms, 1_000)).toBe(words);
  });

  it('names what it followed where that is not beside it', () => {
    expect(laterWords(241_000, 1_000, 'the request')).toBe('4 min after the request');
  });
});

describe('what goes on', () => {
  it.each([
    [30_000, 'just now'],
    [60_000, 'for 1 min'],
    [3 * 3_600_000, 'for 3 h'],
    [47 * 3_600_000, 'for 47 h'],
    [16 * 86_400_000, 'for 16 days'],
    // The clock of the PC may be ahead.
    [-90_000, 'just now'],
  ])('after %d ms is told as %s', (ms, words) => {
    expect(durationWords(1_000, 1_000 + ms)).toBe(words);
  });
});

describe('the heading of a day', () => {
  const on = (day: number, hour: number) => new Date(2026, 2, day, hour).getTime();

  it.each([
    [on(2, 0), on(2, 23), /^Today · Monday/],
    [on(1, 23), on(2, 0), /^Yesterday · Sunday/],
    [new Date(2026, 1, 28, 3).getTime(), on(1, 12), /^Yesterday · Saturday/],
    [on(1, 23), on(3, 0), /^Sunday/],
    [on(3, 1), on(2, 23), /^Tuesday/],
  ])('of %d, read at %d, matches %s', (at, now, words) => {
    expect(dayHeading(at, now)).toMatch(words);
  });
});

describe('the name of what was made at a moment', () => {
  const now = new Date(2026, 10, 28, 10).getTime();

  it.each([
    [new Date(2026, 10, 28, 0, 5), /^Today, (00|12):05/],
    [new Date(2026, 10, 27, 4, 51), /^Yesterday, 04:51/],
    [new Date(2026, 10, 26, 4, 51), /^26 Nov, 04:51/],
    [new Date(2025, 10, 27, 4, 51), /^27 Nov 2025, 04:51/],
  ])('%s is told by its day and time', (at, words) => {
    expect(momentWords(at.getTime(), now)).toMatch(words);
  });
});
