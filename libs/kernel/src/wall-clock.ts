import { DAY_MS, MINUTE_MS } from './time.js';

export const MINUTES_A_DAY = DAY_MS / MINUTE_MS;

/** What calendar and clock on a wall somewhere show. */
export interface Wall {
  /** Since 1970-01-01, by the calendar there. */
  readonly day: number;
  /** Since midnight. */
  readonly minutes: number;
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** A zone that other software knows and this one does not counts as UTC. */
export const zoneOf = (name: string): string => (isTimeZone(name) ? name : 'UTC');

/** Of "HH:MM", since midnight. */
export function minutesOf(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return hours * 60 + minutes;
}

/** For one zone and many times: making the format is what costs. */
export function wallClock(timeZone: string): (at: number) => Wall {
  const format = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone: zoneOf(timeZone), hourCycle: 'h23' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  });
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const of = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
    const day = Date.UTC(of('year'), of('month') - 1, of('day')) / DAY_MS;
    return { day, minutes: of('hour') * 60 + of('minute') };
  };
}
