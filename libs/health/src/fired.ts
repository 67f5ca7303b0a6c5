import type { Status } from '@kenny/contract/agent';
import { isObject } from '@kenny/kernel';
import { grade, type Threshold } from './threshold.js';
import { asNumber, daysSince, daysUntil, shareOf } from './untrusted.js';

/** More values of one path than anybody would read. */
const MAX_VALUES = 5_000;

/**
 * Limits that explain a `warn` or `crit`: those that a value of the payload meets; if none can be
 * named, all that lead to this status. Empty when only the PC itself can have said so.
 */
export function firedThresholds(
  thresholds: readonly Threshold[],
  payload: unknown,
  status: Exclude<Status, 'ok'>,
  now: number,
): readonly Threshold[] {
  const possible = thresholds.filter((threshold) => threshold[status] !== undefined);
  const met = possible.filter((threshold) =>
    placesAt({ value: payload }, threshold.field.split('.')).some(
      (place) => grade(measured(place, threshold, now), threshold) === status,
    ),
  );
  return met.length > 0 ? met : possible;
}

/** A value, and the object that holds it. */
interface Place {
  value: unknown;
  holder?: Record<string, unknown>;
}

/** Where a path such as `volumes[].percent_used` leads. */
function placesAt(place: Place, [step, ...rest]: readonly string[]): Place[] {
  if (step === undefined) return [place];
  const { value: holder } = place;
  if (!isObject(holder)) return [];
  const name = step.replace(/\[\]$/, '');
  const inside = own(holder, name);
  if (name === step) return placesAt({ value: inside, holder }, rest);
  if (!Array.isArray(inside)) return [];
  return inside.slice(0, MAX_VALUES).flatMap((value: unknown) => placesAt({ value, holder }, rest));
}

function own(holder: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(holder, name)?.value;
}

/** What a limit is compared with: the value, or what `measure` makes of it. */
function measured({ value, holder }: Place, { measure, of }: Threshold, now: number): unknown {
  switch (measure) {
    case undefined:
      return value;
    case 'age':
      return daysSince(value, now);
    case 'left':
      return daysUntil(value, now);
    case 'count':
      if (Array.isArray(value)) return value.length;
      return asNumber(value) ?? (value === null || value === undefined || value === '' ? 0 : 1);
    case 'share':
      return holder && of !== undefined ? shareOf(value, own(holder, of)) : undefined;
    case 'distance': {
      const number = asNumber(value);
      return number === undefined ? undefined : Math.abs(number);
    }
  }
}
