import { HOUR_MS } from '@kenny/kernel';

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

/** `14:00`, or `21 Nov` for a midnight. */
export function markWords(at: number, utc: boolean): string {
  const zone = utc ? { timeZone: 'UTC' } : {};
  const time = new Date(at);
  const minutes = utc
    ? time.getUTCHours() * 60 + time.getUTCMinutes()
    : time.getHours() * 60 + time.getMinutes();
  return time.toLocaleString(
    'en-GB',
    minutes === 0
      ? { day: 'numeric', month: 'short', ...zone }
      : { hour: '2-digit', minute: '2-digit', ...zone },
  );
}

/** `21 Nov, 14:00`; without the time for a whole day. */
export function momentWords(at: number, stepMs: number, utc: boolean): string {
  const isDay = stepMs >= DAY_HOURS * HOUR_MS;
  return new Date(at).toLocaleString('en-GB', {
    ...{ day: 'numeric', month: 'short' },
    ...(isDay ? {} : { hour: '2-digit', minute: '2-digit' }),
    ...(utc ? { timeZone: 'UTC' } : {}),
  });
}
