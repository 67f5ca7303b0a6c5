import type { LimitView } from '@kenny/contract/web';
import { DAY_MS, SECOND_MS } from '@kenny/kernel';
import { movedThresholds, type Bound, type Threshold } from '@kenny/health/web';
import { quantity, type Unit } from '../facts/quantity';
import { labelOf } from '../facts/units';
import { HEALTH_WORDS } from '../words';

const MEASURES: Readonly<
  Record<Exclude<Threshold['measure'], 'share' | 'count' | undefined>, string>
> = {
  age: 'age',
  left: 'time left',
  distance: 'how far off',
};

/**
 * A limit of a rule in words: `Used: critical at 95 % or more`.
 * @param alone - the finding beside it says what is compared
 */
export function limitWords(
  threshold: Threshold,
  status: 'warn' | 'crit',
  { alone = false } = {},
): string {
  const { unit, only } = threshold;
  const bound = threshold[status];
  if (!bound) return '';
  // Yes or no has no number to compare: the finding itself says which it is.
  if (isYesOrNo(bound)) return alone ? '' : `always ${ALWAYS[status]}`;
  const limit = `${HEALTH_WORDS[status].toLowerCase()} ${boundWords(bound, unit)}`;
  const isPlain = threshold.measure === undefined || threshold.measure === 'count';
  const words = alone && isPlain ? limit : `${measuredWords(threshold)}: ${limit}`;
  return only ? `${words}, for ${only}` : words;
}

const ALWAYS = { warn: 'a warning', crit: 'critical' } as const;

function isYesOrNo(bound: Bound): boolean {
  const values = 'oneOf' in bound ? bound.oneOf : 'noneOf' in bound ? bound.noneOf : [];
  return values.length > 0 && values.every((one) => typeof one === 'boolean');
}

const LEVELS = ['warn', 'crit'] as const;
const MOVED = { warn: 'warns', crit: 'critical' } as const;

/** What was moved for a PC: `Used: warns above 94 %, critical at 98 % or more`. @param rule - as it is for others */
export function movedWords(rule: Threshold, limit: LimitView): string {
  const [moved = rule] = movedThresholds([rule], [limit]);
  const words = LEVELS.flatMap((level) => {
    const bound = moved[level];
    if (!bound || limit[level] === null) return [];
    return [`${MOVED[level]} ${boundWords(bound, rule.unit)}`];
  });
  return `${measuredWords(rule)}: ${words.join(', ')}`;
}

/** What a limit's number is written in: seconds that are days are written as days. */
export function scaleOf({ unit, movable }: Threshold): { readonly of: number; unit: string } {
  const least = Math.min(...Object.values(movable ?? {}).map((reach) => reach.least));
  const day = DAY_MS / SECOND_MS;
  if (unit === 's' && least >= day) return { of: day, unit: 'days' };
  return { of: 1, unit: unit === undefined || unit === 'count' ? '' : unit };
}

/** What a limit compares: `Used`, `Last scan, age`. */
export function measuredWords({ field, measure, of }: Threshold): string {
  const label = labelOf(field.slice(field.lastIndexOf('.') + 1).replace('[]', ''));
  if (measure === undefined || measure === 'count') return label;
  if (measure === 'share') return `${label}, share of ${labelOf(of ?? '').toLowerCase()}`;
  return `${label}, ${MEASURES[measure]}`;
}

/** `above 80 %`. */
export function boundWords(bound: Bound, unit: Unit | undefined): string {
  if ('over' in bound) return `above ${quantity(bound.over, unit)}`;
  if ('from' in bound) return `at ${quantity(bound.from, unit)} or more`;
  if ('under' in bound) return `below ${quantity(bound.under, unit)}`;
  if ('upTo' in bound) return `at ${quantity(bound.upTo, unit)} or less`;
  if ('oneOf' in bound) return `if ${bound.oneOf.map(scalarWords).join(' or ')}`;
  return `unless ${bound.noneOf.map(scalarWords).join(' or ')}`;
}

/** In quotes, as the card shows it: “no”. */
function scalarWords(value: string | number | boolean): string {
  return `“${typeof value === 'boolean' ? (value ? 'yes' : 'no') : value}”`;
}
