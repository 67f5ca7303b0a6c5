import { grade, type Bound, type Grade, type Threshold } from './threshold.js';

/**
 * A limit that was moved for a PC or a tag: the numbers in the place of the rule's own. A bound
 * without a number is as the rule has it.
 */
export interface Limit {
  readonly section: string;
  /** As `limitName` says. */
  readonly field: string;
  readonly warn: number | null;
  readonly crit: number | null;
}

export type LimitNumbers = Pick<Limit, 'warn' | 'crit'>;

const LEVELS = ['warn', 'crit'] as const;

/** What a limit is called beside its section: `percent_used` of `volumes[].percent_used`. */
export function limitName({ field }: Pick<Threshold, 'field'>): string {
  return (field.split('.').at(-1) ?? '').replace('[]', '');
}

/** The limit of that name, if it is one that may be moved. */
export function movableLimit(
  thresholds: readonly Threshold[],
  field: string,
): Threshold | undefined {
  return thresholds.find((one) => one.movable !== undefined && limitName(one) === field);
}

/** The number of a bound that has one. */
export function boundNumber(bound: Bound | undefined): number | undefined {
  if (!bound) return undefined;
  if ('over' in bound) return bound.over;
  if ('from' in bound) return bound.from;
  if ('under' in bound) return bound.under;
  return 'upTo' in bound ? bound.upTo : undefined;
}

/** Whether more is worse: of such a limit, the lower number is the stricter one. */
export function isRising({ warn, crit }: Threshold): boolean {
  const bound = warn ?? crit;
  return bound !== undefined && ('over' in bound || 'from' in bound);
}

/** What is wrong with numbers for a limit, in words; undefined when it may be moved there. */
export function limitFault(threshold: Threshold, numbers: LimitNumbers): string | undefined {
  for (const level of LEVELS) {
    const [number, reach] = [numbers[level], threshold.movable?.[level]];
    if (number === null) continue;
    if (!reach) return `${level}: cannot be moved here`;
    if (!Number.isFinite(number) || number < reach.least || number > reach.most) {
      return `${level}: must be from ${reach.least} to ${reach.most}`;
    }
  }
  const { warn, crit } = movedBounds(threshold, numbers);
  const [warns, crits] = [boundNumber(warn), boundNumber(crit)];
  if (warns === undefined || crits === undefined || isMilder(threshold, warns, crits)) {
    return undefined;
  }
  const side = isRising(threshold) ? 'below' : 'above';
  return `warn: must be ${side} crit, and ${warns} is not ${side} ${crits}`;
}

/** The limits of a section as they are for a PC. Numbers that are not allowed (any more) do not count. */
export function movedThresholds(
  thresholds: readonly Threshold[],
  limits: readonly Pick<Limit, 'field' | 'warn' | 'crit'>[],
): readonly Threshold[] {
  if (limits.length === 0) return thresholds;
  return thresholds.map((threshold) => {
    const limit = limits.find(({ field }) => movableLimit([threshold], field) !== undefined);
    if (!limit || limitFault(threshold, limit) !== undefined) return threshold;
    return { ...threshold, ...movedBounds(threshold, limit) };
  });
}

/** Judges by the limits as they are for a PC. */
export function gradeBy(limits: readonly Limit[]): Grade {
  if (limits.length === 0) return grade;
  return (value, threshold) => grade(value, movedThresholds([threshold], limits)[0] ?? threshold);
}

/**
 * What counts for a PC: its own limits, and where it has none, the strictest that its tags have.
 * A number that a tag leaves out is the rule's there, so that it never makes another's stricter
 * one milder.
 */
export function limitsInForce<L extends Limit>(
  thresholds: Readonly<Record<string, readonly Threshold[]>>,
  own: readonly L[],
  ofTags: readonly L[],
): L[] {
  const inForce = [...own];
  for (const one of ofTags) {
    const threshold = movableLimit(ofSection(thresholds, one.section), one.field);
    if (!threshold || limitFault(threshold, one) !== undefined || own.some(isSame(one))) continue;
    const at = inForce.findIndex(isSame(one));
    const other = inForce[at];
    if (!other) inForce.push(one);
    else inForce[at] = strictest(threshold, other, one);
  }
  return inForce;
}

/** The section's name may be anything. */
function ofSection(
  thresholds: Readonly<Record<string, readonly Threshold[]>>,
  section: string,
): readonly Threshold[] {
  return Object.hasOwn(thresholds, section) ? (thresholds[section] ?? []) : [];
}

const isSame =
  (one: Limit) =>
  (other: Limit): boolean =>
    one.section === other.section && one.field === other.field;

/** Each bound from where it is stricter; the rest is from the one whose warning is. */
function strictest<L extends Limit>(threshold: Threshold, a: L, b: L): L {
  const [first, second] = [a, b].map((one) => movedBounds(threshold, one));
  const stricter = (level: 'warn' | 'crit'): L => {
    const [x, y] = [boundNumber(first?.[level]), boundNumber(second?.[level])];
    return x !== undefined && y !== undefined && isMilder(threshold, y, x) ? b : a;
  };
  const [warns, crits] = [stricter('warn'), stricter('crit')];
  return { ...warns, crit: crits.crit };
}

function movedBounds(
  threshold: Threshold,
  numbers: LimitNumbers,
): Pick<Threshold, 'warn' | 'crit'> {
  return Object.fromEntries(
    LEVELS.flatMap((level) => {
      const [bound, number] = [threshold[level], numbers[level]];
      if (!bound) return [];
      return [[level, number === null ? bound : movedTo(bound, number)]];
    }),
  );
}

function movedTo(bound: Bound, number: number): Bound {
  if ('over' in bound) return { over: number };
  if ('from' in bound) return { from: number };
  if ('under' in bound) return { under: number };
  return 'upTo' in bound ? { upTo: number } : bound;
}

/** Whether the one number warns before the other: it comes first on the way from fine to bad. */
function isMilder(threshold: Threshold, number: number, than: number): boolean {
  return isRising(threshold) ? number < than : number > than;
}
