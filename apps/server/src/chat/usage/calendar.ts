import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@kenny/kernel';
import { KennyError } from '../../kernel/index.js';

/** Periods of the UTC calendar. */
export const PERIODS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const;
export type Period = (typeof PERIODS)[number];

/** A time up to now. Both ends count; epoch ms. */
export interface CalendarRange {
  readonly input: string;
  readonly count: number;
  readonly unit: Period;
  readonly start: number;
  readonly end: number;
}

const USUAL = '1 week';
const FORM = /^(\d+)\s+([A-Za-z]+)$/;
const USAGE = 'Usage: /stats [N minutes|hours|days|weeks|months|years] (default: 1 week)';
const FIXED = { second: SECOND_MS, minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS } as const;
/** The first of January 1970 was a Thursday. */
const FIRST_MONDAY = 4 * DAY_MS;

/**
 * `2 months` is the month before and this one so far.
 * @throws KennyError `bad_args` with how to write it
 */
export function calendarRange(asked: string | null | undefined, now: number): CalendarRange {
  const input = asked?.trim() || USUAL;
  const [, digits = '', word = ''] = FORM.exec(input) ?? [];
  const count = Number(digits);
  const unit = PERIODS.find((one) => one === word.toLowerCase().replace(/s$/, ''));
  if (unit === undefined || unit === 'second' || count < 1) throw new KennyError('bad_args', USAGE);
  return { input, count, unit, start: stepped(startOf(unit, now), unit, 1 - count), end: now };
}

/** When the period began that this moment is in. */
export function startOf(period: Period, at: number): number {
  const date = new Date(at);
  switch (period) {
    case 'year':
      return Date.UTC(date.getUTCFullYear(), 0);
    case 'month':
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
    case 'week':
      return FIRST_MONDAY + floored(at - FIRST_MONDAY, 7 * DAY_MS);
    default:
      return floored(at, FIXED[period]);
  }
}

/** When the period after the one that begins at `start` begins. */
export function endOf(period: Period, start: number): number {
  return stepped(start, period, 1);
}

/** So many periods on or back; never before 1970. */
function stepped(start: number, period: Period, count: number): number {
  const date = new Date(start);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  let at: number;
  if (period === 'year') at = Date.UTC(year + count, month);
  else if (period === 'month') at = Date.UTC(year, month + count);
  else at = start + count * (period === 'week' ? 7 * DAY_MS : FIXED[period]);
  return at > 0 ? at : 0;
}

function floored(at: number, step: number): number {
  return Math.floor(at / step) * step;
}
