import { formatter } from '../preferences/formats';

interface Steps {
  /** Negative for what is over. */
  readonly count: number;
  readonly one: string;
  readonly several: string;
}

const STEPS: readonly (readonly [limit_s: number, s: number, one: string, several: string])[] = [
  [60 * 60, 60, 'min', 'min'],
  [48 * 60 * 60, 60 * 60, 'h', 'h'],
  [Infinity, 24 * 60 * 60, 'day', 'days'],
];
/** Only English months have names: the words of the pages are English. */
const absolute = formatter(
  ({ locale, english, clock, hour }) =>
    new Intl.DateTimeFormat(locale, {
      ...{ year: 'numeric', month: english ? 'short' : '2-digit' },
      day: english ? 'numeric' : '2-digit',
      ...{ hour, minute: '2-digit', second: '2-digit', timeZoneName: 'short' },
      ...clock,
    }),
);
const day = formatter(
  (writing) =>
    new Intl.DateTimeFormat(writing.words, {
      ...{ weekday: 'long', day: 'numeric', month: 'long' },
      ...{ hour: writing.hour, minute: '2-digit', timeZoneName: 'short' },
      // The clock of the region, in English words.
      hourCycle: hourCycleOf(writing),
    }),
);

const clockTime = formatter(
  ({ locale, clock, hour }) =>
    new Intl.DateTimeFormat(locale, { hour, minute: '2-digit', ...clock }),
);
const exactClock = formatter(
  ({ locale, clock, hour }) =>
    new Intl.DateTimeFormat(locale, {
      ...{ hour, minute: '2-digit', second: '2-digit' },
      ...clock,
    }),
);
const wholeDate = formatter(
  ({ words: locale }) =>
    new Intl.DateTimeFormat(locale, {
      ...{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
    }),
);
const date = formatter(
  ({ words: locale }) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }),
);
const elsewhere = formatter(
  ({ words: locale, clock, hour }) =>
    (timeZone: string) =>
      new Intl.DateTimeFormat(locale, {
        ...{ hour, minute: '2-digit', weekday: 'long', timeZone },
        ...clock,
      }),
);

/** `just now`, `now`, `in 6 min`, `3 h ago`, `2 days ago`. */
export function relativeTime(at: number, now: number): string {
  // `in 3 days` of what comes 71 hours from now: its date stands beside it.
  const steps = stepsBetween(now, at, at > now ? Math.round : Math.trunc);
  if (steps) return steps.count < 0 ? `${stepWords(steps)} ago` : `in ${stepWords(steps)}`;
  // What is over is not going on.
  return at <= now ? 'just now' : 'now';
}

/** `for 2 days`, of what began then and goes on. */
export function durationWords(began: number, now: number): string {
  const steps = stepsBetween(began, now);
  if (!steps || steps.count < 0) return 'just now';
  return `for ${stepWords(steps)}`;
}

/** `4 min later`, of what followed something that is told beside it; with its name, `4 min after the request`. */
export function laterWords(at: number, first: number, of?: string): string {
  const steps = stepsBetween(first, at);
  const seconds = Math.round((at - first) / 1000);
  // Clocks may differ: nothing follows before what it follows.
  if (seconds <= 0) return 'at once';
  return `${steps ? stepWords(steps) : `${seconds} s`} ${of === undefined ? 'later' : `after ${of}`}`;
}

function stepWords({ count, one, several }: Steps): string {
  const size = Math.abs(count);
  return `${size} ${size === 1 ? one : several}`;
}

/** In the largest unit that fits; undefined below a minute. */
function stepsBetween(from: number, to: number, whole = Math.trunc): Steps | undefined {
  const seconds = Math.round((to - from) / 1000);
  const distance = Math.abs(seconds);
  // 60 minutes are told as an hour.
  const fits = ([limit, size]: (typeof STEPS)[number]) => whole(distance / size) * size < limit;
  const step = distance < 60 ? undefined : STEPS.find(fits);
  if (!step) return undefined;
  const [, size, one, several] = step;
  return { count: whole(seconds / size), one, several };
}

/** In the reader's zone, which is named. */
export function absoluteTime(at: number): string {
  return absolute().format(at);
}

/** `Thursday 26 November at 16:04 UTC`. */
export function dayWords(at: number): string {
  return day().format(at);
}

/** `14:02` of a day that is said beside it. */
export function clockWords(at: number): string {
  return clockTime().format(at);
}

/** `14:02:31` of a day that is said beside it. */
export function exactClockWords(at: number): string {
  return exactClock().format(at);
}

/** `Today · Thursday 26 November 2026`: a day in the reader's zone, as the heading of what happened on it. */
export function dayHeading(at: number, now: number): string {
  const name = new Map([
    [wholeDate().format(now), 'Today · '],
    [wholeDate().format(dayBefore(now)), 'Yesterday · '],
  ]);
  const words = wholeDate().format(at);
  return `${name.get(words) ?? ''}${words}`;
}

/** In the order in which they come, day by day. @param atOf - ISO 8601 */
export function byDay<T>(
  items: readonly T[],
  atOf: (item: T) => string,
  now: number,
): { readonly heading: string; readonly of: readonly T[] }[] {
  const days = new Map<string, T[]>();
  for (const item of items) {
    const heading = dayHeading(Date.parse(atOf(item)), now);
    const day = days.get(heading);
    if (day) day.push(item);
    else days.set(heading, [item]);
  }
  return [...days].map(([heading, of]) => ({ heading, of }));
}

/** `Yesterday, 04:51`, `26 Nov, 04:51`, `26 Nov 2025, 04:51`: for the name of what was made then. */
export function momentWords(at: number, now: number): string {
  const words = wholeDate().format(at);
  const isOf = (day: number): boolean => words === wholeDate().format(day);
  const year = new Date(at).getFullYear();
  const ofThisYear = year === new Date(now).getFullYear();
  const name = isOf(now)
    ? 'Today'
    : isOf(dayBefore(now))
      ? 'Yesterday'
      : `${dateWords(at)}${ofThisYear ? '' : ` ${year}`}`;
  return `${name}, ${clockWords(at)}`;
}

/** `21 Nov`. */
export function dateWords(at: number): string {
  return date().format(at);
}

/** What is left of it, by the second in the last minute only: `1 h 5 min`, `58 min`, `42 s`. */
export function timeLeft(until: number, now: number): string {
  const minutes = Math.floor((until - now) / 60_000);
  if (minutes < 1) return `${Math.max(0, Math.floor((until - now) / 1000))} s`;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 ? `${hours} h` : '', rest > 0 ? `${rest} min` : ''].filter(Boolean).join(' ');
}

/** Noon of it: a day of 23 or 25 hours changes nothing. */
function dayBefore(at: number): number {
  const day = new Date(at);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - 1, 12).getTime();
}

function hourCycleOf({ locale, clock }: { locale: string; clock: Intl.DateTimeFormatOptions }) {
  return (
    clock.hourCycle ??
    new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hourCycle
  );
}

/** `Friday 14:05`. @throws RangeError for a zone that this browser does not know */
export function timeThere(zone: string, at: number): string {
  return elsewhere()(zone).format(at);
}
