import { DAY_MS } from './time.js';
import { isTimeZone, minutesOf, wallClock } from './wall-clock.js';

const at = (text: string) => Date.parse(text);

it('knows a time zone from a word', () => {
  expect(['Europe/Berlin', 'UTC', 'Mars/Base', '', 'Berlin; DROP'].map(isTimeZone)).toEqual([
    ...[true, true, false, false, false],
  ]);
});

it('shows the calendar and the clock of a zone, in summer and in winter', () => {
  const berlin = wallClock('Europe/Berlin');
  const day = (text: string) => at(`${text}T00:00:00Z`) / DAY_MS;
  expect(berlin(at('2026-07-01T22:30:00Z'))).toEqual({ day: day('2026-07-02'), minutes: 30 });
  expect(berlin(at('2026-12-01T22:30:00Z'))).toEqual({
    ...{ day: day('2026-12-01'), minutes: minutesOf('23:30') },
  });
});

it('takes a zone that it does not know for UTC', () => {
  expect(wallClock('Mars/Base')(at('2026-12-01T22:30:00Z')).minutes).toBe(minutesOf('22:30'));
});
