import type { Status } from '@kenny/contract/agent';
import { isObject } from '@kenny/kernel';
import { grade, type Threshold } from './threshold.js';
import { asNumber, daysSince, daysUntil } from './untrusted.js';

/** As many values of one path as anybody wants to look at. */
const MAX_VALUES = 5_000;

/**
 * Which limits explain that a section is `warn` or `crit`: those that a value of the payload meets;
 * where none can be named so, all that lead to this status. None at all when only the PC itself can
 * have said so.
 */
export function firedThresholds(
  thresholds: readonly Threshold[],
  payload: unknown,
  status: Exclude<Status, 'ok'>,
  now: number,
): readonly Threshold[] {
  const possible = thresholds.filter((threshold) => threshold[status] !== undefined);
  const met = possible.filter((threshold) =>
    valuesAt(payload, threshold.field.split('.')).some(
      (value) => grade(measured(value, threshold, now), threshold) === status,
    ),
  );
  return met.length > 0 ? met : possible;
}

/** The values that a path such as `volumes[].percent_used` leads to. */
function valuesAt(value: unknown, [step, ...rest]: readonly string[]): unknown[] {
  if (step === undefined) return [value];
  if (!isObject(value)) return [];
  const name = step.replace(/\[\]$/, '');
  const inside: unknown = Object.getOwnPropertyDescriptor(value, name)?.value;
  if (name === step) return valuesAt(inside, rest);
  if (!Array.isArray(inside)) return [];
  return inside.slice(0, MAX_VALUES).flatMap((item: unknown) => valuesAt(item, rest));
}

/** What is compared with the limit: the value, or its age, what is left, how many, how far off. */
function measured(value: unknown, { measure }: Threshold, now: number): unknown {
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
    case 'distance': {
      const number = asNumber(value);
      return number === undefined ? undefined : Math.abs(number);
    }
  }
}
