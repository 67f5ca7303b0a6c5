import fc from 'fast-check';
import { calendarRange, endOf, PERIODS, startOf } from './calendar.js';

/** A Thursday. */
const NOW = Date.parse('2026-06-04T12:34:56.789Z');
const iso = (at: number): string => new Date(at).toISOString();

describe('a range', () => {
  it.each([
    ['10 minutes', '2026-06-04T12:25:00.000Z'],
    ['1 hour', '2026-06-04T12:00:00.000Z'],
    ['1 day', '2026-06-04T00:00:00.000Z'],
    ['2 DAYS', '2026-06-03T00:00:00.000Z'],
    ['1 week', '2026-06-01T00:00:00.000Z'],
    [' 2   weeks ', '2026-05-25T00:00:00.000Z'],
    ['1 month', '2026-06-01T00:00:00.000Z'],
    ['2 months', '2026-05-01T00:00:00.000Z'],
    ['7 months', '2025-12-01T00:00:00.000Z'],
    ['1 year', '2026-01-01T00:00:00.000Z'],
    ['2 years', '2025-01-01T00:00:00.000Z'],
    ['99999999999999999999 years', '1970-01-01T00:00:00.000Z'],
  ])('of %s begins at %s', (input, start) => {
    const range = calendarRange(input, NOW);
    expect([iso(range.start), range.end]).toEqual([start, NOW]);
  });

  it('without words is the week so far, which begins on a Monday', () => {
    for (const none of [undefined, null, '', ' ']) {
      expect(calendarRange(none, NOW)).toEqual({
        ...{ input: '1 week', count: 1, unit: 'week', end: NOW },
        start: Date.parse('2026-06-01T00:00:00Z'),
      });
    }
    const [sunday, monday] = ['2026-06-07T23:59:59.999Z', '2026-06-08T00:00:00Z'].map(Date.parse);
    expect(iso(calendarRange('1 week', sunday ?? 0).start)).toBe('2026-06-01T00:00:00.000Z');
    expect(iso(calendarRange('1 week', monday ?? 0).start)).toBe('2026-06-08T00:00:00.000Z');
  });

  it.each([
    '1week',
    '0 days',
    '1 fortnight',
    '-1 days',
    '1.5 days',
    '2 seconds',
    'week',
    '1 dayss',
  ])('of %s is refused with how to write it', (input) => {
    expect(() => calendarRange(input, NOW)).toThrow(
      'Usage: /stats [N minutes|hours|days|weeks|months|years] (default: 1 week)',
    );
  });

  it('of anything at all is refused, or ends now and grows with its count', () => {
    const unit = fc.constantFrom('minute', 'Hours', 'days', 'WEEK', 'months', 'year', 'x', '');
    const text = fc.oneof(
      fc.string(),
      fc.tuple(fc.nat(), unit).map(([count, word]) => `${count} ${word}`),
    );
    const now = fc.integer({ min: 0, max: Date.parse('2100-01-01') });
    fc.assert(
      fc.property(text, now, (input, at) => {
        let range;
        try {
          range = calendarRange(input, at);
        } catch (error) {
          expect(String(error)).toContain('Usage: ');
          return;
        }
        expect(range.end).toBe(at);
        expect(range.start).toBeLessThanOrEqual(at);
        const more = calendarRange(`${range.count + 1} ${range.unit}`, at);
        expect(more.start).toBeLessThanOrEqual(range.start);
        if (range.start > 0) expect(startOf(range.unit, range.start)).toBe(range.start);
      }),
    );
  });
});

it('every moment is in exactly one period, and the next begins where it ends', () => {
  const moment = fc.integer({ min: 0, max: Date.parse('2100-01-01') });
  fc.assert(
    fc.property(moment, fc.constantFrom(...PERIODS), (at, period) => {
      const start = startOf(period, at);
      const end = endOf(period, start);
      expect(start <= at && at < end).toBe(true);
      expect([startOf(period, end - 1), startOf(period, end)]).toEqual([start, end]);
    }),
  );
});
