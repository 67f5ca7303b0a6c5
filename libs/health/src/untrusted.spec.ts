import { asEntries, asInstant, asNumber, daysSince, daysUntil } from './untrusted.js';

const NOON = Date.parse('2026-06-04T12:00:00Z');

describe('asInstant', () => {
  it.each([
    ['2026-06-04T12:00:00Z', NOON],
    ['2026-06-04T12:00:00.0000000Z', NOON],
    ['2026-06-04T14:00:00+02:00', NOON],
    ['2026-06-04 12:00:00', NOON],
    ['2026-06-04T12:00', NOON],
    [' 2026-06-04T12:00:00z ', NOON],
    ['2026-06-04', NOON - 43_200_000],
  ])('reads %s, and UTC where no zone is named', (text, expected) => {
    expect(asInstant(text)).toBe(expected);
  });

  it.each([
    '',
    'yesterday',
    '6/4/2026',
    '2026-13-01',
    '2026-06-04T25:00:00Z',
    '/Date(1780000000)/',
  ])('does not guess at %j', (text) => {
    expect(asInstant(text)).toBeUndefined();
  });

  it.each([1780000000, null, {}, true])('does not take %j for a time', (value) => {
    expect(asInstant(value)).toBeUndefined();
  });
});

describe('daysUntil', () => {
  it('counts an instant to the millisecond', () => {
    expect(daysUntil('2026-06-05T00:00:00Z', NOON)).toBe(0.5);
    expect(daysUntil('2026-06-04T00:00:00Z', NOON)).toBe(-0.5);
  });

  it('counts a day as whole until it is over', () => {
    expect(daysUntil('2026-06-04', NOON)).toBe(0);
    expect(daysUntil('2026-06-05', NOON)).toBe(1);
    expect(daysUntil('2026-06-03', NOON)).toBe(-1);
  });
});

describe('a date that cannot be read', () => {
  it('is no number of days away', () => {
    expect(daysUntil('soon', NOON)).toBeUndefined();
    expect(daysUntil(null, NOON)).toBeUndefined();
  });
});

describe('daysSince', () => {
  it('is the age of an instant', () => {
    expect(daysSince('2026-06-03T00:00:00Z', NOON)).toBe(1.5);
    expect(daysSince('soon', NOON)).toBeUndefined();
  });
});

describe('asNumber', () => {
  it('takes finite numbers and nothing that looks like one', () => {
    expect([0, -1.5].map(asNumber)).toEqual([0, -1.5]);
    expect(['1', NaN, Infinity, null, true, [1], 1n].map(asNumber)).toEqual(
      Array.from({ length: 7 }, () => undefined),
    );
  });
});

describe('asEntries', () => {
  it('keeps the objects of a list and knows a list from none', () => {
    expect(asEntries([{ a: 1 }, null, 'x', 3])).toEqual([{ a: 1 }]);
    expect(asEntries([])).toEqual([]);
    expect(asEntries({ length: 1 })).toBeUndefined();
  });
});
