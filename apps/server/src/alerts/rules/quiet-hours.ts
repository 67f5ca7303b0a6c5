import type { AlertChoices, AlertSeverity } from '@kenny/contract';
import { HOUR_MS, MINUTE_MS, MINUTES_A_DAY, minutesOf, wallClock } from '@kenny/kernel';

export type QuietHours = Pick<
  AlertChoices,
  'quiet' | 'quiet_from' | 'quiet_to' | 'time_zone' | 'critical_in_quiet'
>;

/** By which clocks are ever changed at once. */
const LONGEST_SHIFT_MS = 2 * HOUR_MS;

/**
 * When somebody may be told: the time itself, or the end of their quiet hours. The hours are those
 * of the wall in their zone, whatever the clocks are changed to.
 */
export function tellAt(
  choices: QuietHours,
  { severity, ends }: { readonly severity: AlertSeverity; readonly ends: boolean },
  at: number,
): number {
  if (!choices.quiet) return at;
  if (choices.critical_in_quiet && severity === 'crit' && !ends) return at;
  return quietEnd(choices, at) ?? at;
}

/** Null when it is not quiet then. */
export function quietEnd(
  { quiet_from, quiet_to, time_zone }: QuietHours,
  at: number,
): number | null {
  const clock = wallClock(time_zone);
  const wall = (time: number): number => clock(time).minutes;
  const [from, to] = [minutesOf(quiet_from), minutesOf(quiet_to)];
  const isQuiet = (time: number): boolean => {
    const now = wall(time);
    return from <= to ? now >= from && now < to : now >= from || now < to;
  };
  if (!isQuiet(at)) return null;
  const left = (to - wall(at) + MINUTES_A_DAY) % MINUTES_A_DAY;
  // Clocks may be changed meanwhile: the first minute that is not quiet is near that, not at it.
  const guess = Math.floor(at / MINUTE_MS) * MINUTE_MS + left * MINUTE_MS;
  const first = Math.max(Math.floor(at / MINUTE_MS) * MINUTE_MS, guess - LONGEST_SHIFT_MS);
  for (let end = first; end <= guess + LONGEST_SHIFT_MS; end += MINUTE_MS) {
    if (end > at && !isQuiet(end)) return end;
  }
  return guess + LONGEST_SHIFT_MS;
}
