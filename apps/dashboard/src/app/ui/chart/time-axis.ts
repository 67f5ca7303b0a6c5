import { HOUR_MS } from '@kenny/kernel';
import { formatter } from '../../core/preferences/formats';

const DAY_HOURS = 24;
const HOUR_MINUTES = 60;
/** Hours between two marks of the axis, as people count them. */
const STEPS_H = [0.25, 0.5, 1, 3, 6, 12, 24, 48, 96, 168, 336, 720] as const;

export interface AxisOptions {
  /** How many marks there is room for. */
  readonly most: number;
  readonly utc: boolean;
}

/** Marks of a time axis: quarters of an hour, whole hours and midnights of the reader, or of UTC. Epoch ms. */
export function timeMarks(from: number, to: number, { most, utc }: AxisOptions): number[] {
  const hours = (to - from) / HOUR_MS;
  const step = STEPS_H.find((each) => hours / each <= most) ?? STEPS_H[STEPS_H.length - 1] ?? 720;
  const midnight = new Date(from);
  if (utc) midnight.setUTCHours(0, 0, 0, 0);
  else midnight.setHours(0, 0, 0, 0);
  const marks: number[] = [];
  // Days are counted as days: not all of them are 24 hours long.
  for (let count = 0; ; count += step) {
    const at = new Date(midnight);
    const [days, rest] = [Math.floor(count / DAY_HOURS), count % DAY_HOURS];
    if (utc) {
      at.setUTCDate(at.getUTCDate() + days);
      at.setUTCHours(0, rest * HOUR_MINUTES);
    } else {
      at.setDate(at.getDate() + days);
      at.setHours(0, rest * HOUR_MINUTES);
    }
    if (at.getTime() > to) return marks;
    if (at.getTime() >= from) marks.push(at.getTime());
  }
}

type Hour = 'numeric' | '2-digit';

/** One for the reader's zone and one for UTC. */
function inZone(
  options: (writing: { english: boolean; hour: Hour }) => Intl.DateTimeFormatOptions,
) {
  const made = (zone: Intl.DateTimeFormatOptions) =>
    formatter(
      ({ locale, english, clock, hour }) =>
        new Intl.DateTimeFormat(locale, { ...options({ english, hour }), ...clock, ...zone }),
    );
  const [own, utc] = [made({}), made({ timeZone: 'UTC' })];
  return (at: number, isUtc: boolean) => (isUtc ? utc() : own()).format(at);
}

const time = (hour: Hour) => ({ hour, minute: '2-digit' }) as const;
/** Only English months have names: the words of the pages are English. */
const date = (english: boolean) =>
  ({ day: 'numeric', month: english ? 'short' : 'numeric' }) as const;
const dayAndMonth = inZone(({ english }) => date(english));
const timeOfDay = inZone(({ hour }) => time(hour));
const dateAndTime = inZone(({ english, hour }) => ({ ...date(english), ...time(hour) }));

/** `14:00`, or `21 Nov` for a midnight. */
export function markWords(at: number, utc: boolean): string {
  const time = new Date(at);
  const minutes = utc
    ? time.getUTCHours() * HOUR_MINUTES + time.getUTCMinutes()
    : time.getHours() * HOUR_MINUTES + time.getMinutes();
  return minutes === 0 ? dayAndMonth(at, utc) : timeOfDay(at, utc);
}

/** `21 Nov, 14:00`; without the time for a whole day. */
export function momentWords(at: number, stepMs: number, utc: boolean): string {
  return stepMs >= DAY_HOURS * HOUR_MS ? dayAndMonth(at, utc) : dateAndTime(at, utc);
}
