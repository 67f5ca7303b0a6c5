import { HOUR_MS, MINUTE_MS } from '@kenny/kernel';
import fc from 'fast-check';
import { quietEnd, tellAt, type QuietHours } from './quiet-hours.js';

const BERLIN: QuietHours = {
  ...{ quiet: true, quiet_from: '22:00', quiet_to: '07:00', time_zone: 'Europe/Berlin' },
  critical_in_quiet: false,
};
const at = (text: string) => Date.parse(text);
const end = (text: string, choices = BERLIN) => {
  const time = quietEnd(choices, at(text));
  return time === null ? null : new Date(time).toISOString();
};

it('ends in the morning of the person’s own zone, in summer and in winter', () => {
  expect(end('2026-06-04T21:30:00Z')).toBe('2026-06-05T05:00:00.000Z');
  expect(end('2026-12-04T23:30:00Z')).toBe('2026-12-05T06:00:00.000Z');
  expect(end('2026-06-04T12:00:00Z')).toBeNull();
});

it('ends at 7 by the wall in the nights in which clocks are changed', () => {
  expect(end('2026-03-28T22:00:00Z')).toBe('2026-03-29T05:00:00.000Z');
  expect(end('2026-10-24T21:00:00Z')).toBe('2026-10-25T06:00:00.000Z');
});

it('ends where clocks jump over its end: at the first minute that is not quiet', () => {
  const odd = { ...BERLIN, quiet_from: '01:00', quiet_to: '02:30' };
  expect(end('2026-03-29T00:30:00Z', odd)).toBe('2026-03-29T01:00:00.000Z');
});

it('lets only what is critical through, where that is chosen, and no good news', () => {
  const night = at('2026-06-04T23:00:00Z');
  const through = { ...BERLIN, critical_in_quiet: true };
  expect(tellAt(through, { severity: 'crit', ends: false }, night)).toBe(night);
  expect(tellAt(through, { severity: 'crit', ends: true }, night)).toBeGreaterThan(night);
  expect(tellAt(through, { severity: 'warn', ends: false }, night)).toBeGreaterThan(night);
  expect(tellAt(BERLIN, { severity: 'crit', ends: false }, night)).toBeGreaterThan(night);
  expect(tellAt({ ...BERLIN, quiet: false }, { severity: 'warn', ends: false }, night)).toBe(night);
});

it('is never quiet from a time to the same time', () => {
  expect(end('2026-06-04T23:00:00Z', { ...BERLIN, quiet_to: '22:00' })).toBeNull();
});

const twoDigits = (most: number) =>
  fc.integer({ min: 0, max: most }).map((number) => String(number).padStart(2, '0'));
const time = fc.tuple(twoDigits(23), twoDigits(59)).map((parts) => parts.join(':'));
const zone = fc.constantFrom(
  ...['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'],
  ...['Pacific/Apia', 'America/St_Johns', 'Africa/Casablanca'],
);
const year = { min: at('2026-01-01T00:00:00Z'), max: at('2027-12-31T00:00:00Z') };

it('always ends within a day and a shift, at a minute that is not quiet, and not before', () => {
  fc.assert(
    fc.property(fc.integer(year), time, time, zone, (now, quiet_from, quiet_to, time_zone) => {
      const choices = { ...BERLIN, quiet_from, quiet_to, time_zone };
      const ends = quietEnd(choices, now);
      if (ends === null) return;
      expect(ends).toBeGreaterThan(now);
      expect(ends - now).toBeLessThanOrEqual(26 * HOUR_MS);
      expect(quietEnd(choices, ends)).toBeNull();
      expect(quietEnd(choices, Math.max(now, ends - MINUTE_MS))).toBe(ends);
    }),
    { numRuns: 300 },
  );
});
