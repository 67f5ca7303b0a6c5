import { STRIP, type Health } from '@kenny/contract';
import { stripSlot } from '@kenny/health';
import { DAY_MS } from '@kenny/kernel';
import type { HealthDayEntity } from '../entities/index.js';
import { stripAt, worseOf, type PcState } from '../health-board.js';

export const HOURS_A_DAY = 24;
const SLOTS_A_DAY = DAY_MS / STRIP.slotMs;
const SLOTS_AN_HOUR = SLOTS_A_DAY / HOURS_A_DAY;

type Strip = Pick<PcState, 'strip' | 'strip_slot'>;

/** Number of the day since 1970, by UTC. */
export function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}

/**
 * The hours of the day of `now`, a character each: the worst that was seen in it. A strip goes back
 * a whole day, so it holds all that there is of this one.
 */
export function hoursOf(state: Strip | undefined, now: number): string {
  const strip = stripAt(state, now);
  const first = dayOf(now) * SLOTS_A_DAY - (stripSlot(now) - STRIP.slots + 1);
  return Array.from({ length: HOURS_A_DAY }, (_, hour) =>
    Array.from({ length: SLOTS_AN_HOUR }, (_, half) =>
      strip.charAt(first + hour * SLOTS_AN_HOUR + half),
    ).reduce((worst, char) => (char === '' ? worst : worseOf(worst, char)), STRIP.noData as string),
  ).join('');
}

/** What is to be written of the day: once or twice an hour there is something new. */
export function changedDay(
  before: Strip | undefined,
  after: PcState,
  now: number,
): HealthDayEntity | undefined {
  // Nearly always: what follows is worked out only where it could differ.
  if (before && stripAt(before, now) === stripAt(after, now)) return undefined;
  const hours = hoursOf(after, now);
  if (before && hours === hoursOf(before, now)) return undefined;
  return { agent_uid: after.agent_uid, day: dayOf(now), hours };
}

const HEALTH_BY_CHAR = new Map<string, Health>(
  Object.entries(STRIP.chars).map(([health, char]) => [char, health as Health]),
);

/** Undefined where there is no data. */
export function healthOf(char: string): Health | undefined {
  return HEALTH_BY_CHAR.get(char);
}
