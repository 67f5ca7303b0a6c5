import { WEEK_DAYS, type AlertChoices } from '@kenny/contract';
import { DAY_MS, MINUTE_MS } from '@kenny/kernel';
import { minutesOf, zoneOf } from '../rules/quiet-hours.js';

export type WeeklyTime = Pick<AlertChoices, 'weekly_day' | 'weekly_at' | 'time_zone'>;

/** What a server that was off then still sends. */
export const LATE_MS = 2 * DAY_MS;
/** Who chooses it so shortly after the time gets the next one. */
const CHOSEN_MS = 10 * MINUTE_MS;
const [DAYS_A_WEEK, MINUTES_A_DAY] = [WEEK_DAYS.length, DAY_MS / MINUTE_MS];

/**
 * The Monday of the week whose mail is due, as a number of days; undefined when none is. One week
 * has one mail, whatever becomes of clocks and choices.
 */
export function dueWeek(
  { weekly_day, weekly_at, time_zone }: WeeklyTime,
  chosenAt: number,
  now: number,
): number | undefined {
  const wall = wallOf(time_zone, now);
  const back = (wall.weekday - WEEK_DAYS.indexOf(weekly_day) + DAYS_A_WEEK) % DAYS_A_WEEK;
  const sinceDay = back * MINUTES_A_DAY + wall.minutes - minutesOf(weekly_at);
  const since = (sinceDay < 0 ? sinceDay + DAYS_A_WEEK * MINUTES_A_DAY : sinceDay) * MINUTE_MS;
  // A choice of the future was made by another clock: it says nothing.
  const isNew = chosenAt <= now && chosenAt > now - since + CHOSEN_MS;
  if (since >= LATE_MS || isNew) return undefined;
  const day = wall.day - (sinceDay < 0 ? DAYS_A_WEEK : back);
  return day - WEEK_DAYS.indexOf(weekly_day);
}

interface Wall {
  /** Since 1970-01-01, by the calendar there. */
  readonly day: number;
  /** A place in `WEEK_DAYS`. */
  readonly weekday: number;
  readonly minutes: number;
}

/** What calendar and clock on a wall there show. */
function wallOf(timeZone: string, at: number): Wall {
  const format = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone: zoneOf(timeZone), hourCycle: 'h23' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  });
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const of = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const day = Date.UTC(of('year'), of('month') - 1, of('day')) / DAY_MS;
  // 1970 began on a Thursday.
  const weekday = (day + WEEK_DAYS.indexOf('thursday')) % DAYS_A_WEEK;
  return { day, weekday, minutes: of('hour') * 60 + of('minute') };
}
