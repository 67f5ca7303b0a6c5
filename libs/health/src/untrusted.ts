import { DAY_MS } from '@kenny/kernel';

/**
 * A payload from a PC: field names are the contract's, so a typo does not compile; values may be
 * anything and must be checked.
 */
export type Untrusted<T> = { readonly [K in keyof T]?: unknown };

/** A finite number; a string that looks like one is not (seed 000's rules skip it). */
export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** The longest list that any section of the contract may hold; a valid payload is never cut. */
const MAX_ENTRIES = 5_000;

/** The objects of a list; undefined when there is no list at all. */
export function asEntries<T extends object>(value: unknown): Untrusted<T>[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value
    .slice(0, MAX_ENTRIES)
    .filter((item): item is Untrusted<T> => typeof item === 'object' && item !== null);
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/i;
const HAS_ZONE = /(Z|[+-]\d{2}:?\d{2})$/i;

/** Milliseconds of an RFC 3339 text; without a zone it is UTC, so that every machine agrees. */
export function asInstant(value: unknown): number | undefined {
  if (typeof value !== 'string' || value.length > 40) return undefined;
  const text = value.trim();
  if (DATE.test(text)) return finite(Date.parse(`${text}T00:00:00Z`));
  if (!DATE_TIME.test(text)) return undefined;
  return finite(Date.parse(HAS_ZONE.test(text) ? text : `${text}Z`));
}

/**
 * Days until a day or an instant; negative when it is over. A day without a time lasts until its
 * end in UTC, so it is 0 days away while it lasts.
 */
export function daysUntil(value: unknown, now: number): number | undefined {
  const at = asInstant(value);
  if (at === undefined) return undefined;
  const isDay = typeof value === 'string' && DATE.test(value.trim());
  return isDay ? at / DAY_MS - Math.floor(now / DAY_MS) : (at - now) / DAY_MS;
}

export function daysSince(value: unknown, now: number): number | undefined {
  const at = asInstant(value);
  return at === undefined ? undefined : (now - at) / DAY_MS;
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

/** Percentage of a whole; undefined when there is no whole. */
export function shareOf(part: unknown, whole: unknown): number | undefined {
  const known = asNumber(part);
  const all = asNumber(whole);
  if (known === undefined || all === undefined || all <= 0) return undefined;
  return (known / all) * 100;
}
