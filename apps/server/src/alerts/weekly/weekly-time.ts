import { WEEK_DAYS, type AlertChoices } from '@kenny/contract';
import { DAY_MS, MINUTE_MS, MINUTES_A_DAY, minutesOf, wallClock } from '@kenny/kernel';

export type WeeklyTime = Pick<AlertChoices, 'weekly_day' | 'weekly_at' | 'time_zone'>;

/** What a server that was off then still sends. */
export const LATE_MS = 2 * DAY_MS;
/** Who chooses it so shortly after the time gets the next one. */
const CHOSEN_MS = 10 * MINUTE_MS;
const DAYS_A_WEEK = WEEK_DAYS.length;

/**
 * The Monday of the week whose mail is due, as a number of days; undefined when none is. One week
 * has one mail, whatever becomes of clocks and choices.
 */
export function dueWeek(
  { weekly_day, weekly_at, time_zone }: WeeklyTime,
  chosenAt: number,
  now: number,
): number | undefined {
  const wall = wallClock(time_zone)(now);
  // 1970 began on a Thursday.
  const weekday = (wall.day + WEEK_DAYS.indexOf('thursday')) % DAYS_A_WEEK;
  const back = (weekday - WEEK_DAYS.indexOf(weekly_day) + DAYS_A_WEEK) % DAYS_A_WEEK;
  const sinceDay = back * MINUTES_A_DAY + wall.minutes - minutesOf(weekly_at);
  const since = (sinceDay < 0 ? sinceDay + DAYS_A_WEEK * MINUTES_A_DAY : sinceDay) * MINUTE_MS;
  // A choice of the future was made by another clock: it says nothing.
  const isNew = chosenAt <= now && chosenAt > now - since + CHOSEN_MS;
  if (since >= LATE_MS || isNew) return undefined;
  const day = wall.day - (sinceDay < 0 ? DAYS_A_WEEK : back);
  return day - WEEK_DAYS.indexOf(weekly_day);
}
