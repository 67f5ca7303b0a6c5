import { DAY_MS, HOUR_MS, MINUTE_MS } from '@kenny/kernel';
import fc from 'fast-check';
import { dueWeek, LATE_MS, type WeeklyTime } from './weekly-time.js';

const SUNDAY: WeeklyTime = { weekly_day: 'sunday', weekly_at: '09:00', time_zone: 'Europe/Berlin' };
/** Sunday 29 November 2026, 09:00 in Berlin. */
const NINE = Date.UTC(2026, 10, 29, 8);
const WEEK = Date.UTC(2026, 10, 23) / DAY_MS;
const due = (at: number, chosenAt = 0, time = SUNDAY) => dueWeek(time, chosenAt, at);

it.each([
  ['a minute before', -MINUTE_MS, undefined],
  ['at the time', 0, WEEK],
  ['on the next day, after a night without power', DAY_MS, WEEK],
  ['a minute before it is too late', LATE_MS - MINUTE_MS, WEEK],
  ['when it is too late', LATE_MS, undefined],
  ['a week later', 7 * DAY_MS, WEEK + 7],
])('is due %s', (_when, after, week) => {
  expect(due(NINE + after)).toBe(week);
});

it('does not come for a time before it was chosen, but a late save does not lose it', () => {
  expect(due(NINE + HOUR_MS, NINE + 30 * MINUTE_MS)).toBeUndefined();
  expect(due(NINE + HOUR_MS, NINE + MINUTE_MS)).toBe(WEEK);
  expect(due(NINE + HOUR_MS, NINE + 400 * DAY_MS)).toBe(WEEK);
});

it('goes by the wall, whatever the clocks are changed to', () => {
  // Clocks go forward from 02:00 to 03:00 on that Sunday, and back in October.
  const spring = Date.UTC(2026, 2, 29, 1);
  const night = { ...SUNDAY, weekly_at: '02:30' };
  expect(due(spring - MINUTE_MS, 0, night)).toBeUndefined();
  expect(due(spring, 0, night)).toBe(Date.UTC(2026, 2, 23) / DAY_MS);
  const autumn = Date.UTC(2026, 9, 25, 0, 30);
  expect([0, HOUR_MS].map((more) => due(autumn + more, 0, night))).toEqual(
    [0, 0].map(() => Date.UTC(2026, 9, 19) / DAY_MS),
  );
});

it('is one for each week, at any time of day in any zone, and no week is left out', () => {
  const time = fc.record({
    weekly_day: fc.constantFrom('monday' as const, 'wednesday' as const, 'sunday' as const),
    weekly_at: fc.constantFrom('00:00', '02:30', '09:00', '23:59'),
    time_zone: fc.constantFrom('UTC', 'Europe/Berlin', 'Pacific/Kiritimati', 'America/St_Johns'),
  });
  fc.assert(
    fc.property(time, fc.integer({ min: 0, max: 300 }), (chosen, start) => {
      const from = Date.UTC(2026, 0, 1) + start * DAY_MS;
      const looks = Array.from({ length: 29 * 24 }, (_, hour) =>
        due(from + hour * HOUR_MS, 0, chosen),
      );
      const weeks = [...new Set(looks.filter((week) => week !== undefined))];
      expect(weeks.length).toBeGreaterThanOrEqual(4);
      const [first = 0] = weeks;
      expect(weeks).toEqual(weeks.map((_, index) => first + 7 * index));
    }),
    { numRuns: 8 },
  );
});
