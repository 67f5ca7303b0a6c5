import type { Status } from '@kenny/contract/agent';

export type Scalar = string | number | boolean;

/** A limit as data; text is compared regardless of case. Exactly one key. */
export type Bound =
  | { over: number }
  | { from: number }
  | { under: number }
  | { upTo: number }
  | { oneOf: readonly Scalar[] }
  | { noneOf: readonly Scalar[] };

/**
 * When a section is `warn` or `crit`. Defined only in the rules; `GET /api/catalog` shows them as
 * they are.
 */
export interface Threshold {
  /** Path in the payload, as in a section's series: `volumes[].percent_used`. */
  field: string;
  /** What is compared when it is not the field's own value: its age, what is left, how many, … */
  measure?: 'age' | 'left' | 'count' | 'distance' | 'share';
  /** The field beside it of which a `share` is taken, in percent. */
  of?: string;
  unit?: '%' | '°C' | 'days' | 's' | 'count';
  warn?: Bound;
  crit?: Bound;
  /** The entries that it applies to, if not all. */
  only?: string;
  /**
   * How far an admin may move a bound for one PC or a tag, from the strictest number to the mildest
   * or the other way round. A bound that is not named here stays where it is.
   */
  movable?: { readonly warn?: Reach; readonly crit?: Reach };
}

/** Both inclusive. */
export interface Reach {
  readonly least: number;
  readonly most: number;
}

/** Says how bad a value is by a limit; for one PC the limit may be moved. */
export type Grade = (value: unknown, threshold: Threshold) => Status;

/** The status of a value; one of the wrong type meets no bound and is `ok`. */
export function grade(value: unknown, { warn, crit }: Threshold): Status {
  if (crit && meets(value, crit)) return 'crit';
  return warn && meets(value, warn) ? 'warn' : 'ok';
}

function meets(value: unknown, bound: Bound): boolean {
  if ('oneOf' in bound) return isAmong(value, bound.oneOf);
  if ('noneOf' in bound) return isScalar(value) && !isAmong(value, bound.noneOf);
  if (typeof value !== 'number') return false;
  if ('over' in bound) return value > bound.over;
  if ('from' in bound) return value >= bound.from;
  if ('under' in bound) return value < bound.under;
  return value <= bound.upTo;
}

function isAmong(value: unknown, scalars: readonly Scalar[]): boolean {
  return scalars.some((scalar) => fold(scalar) === fold(value));
}

function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function fold(value: unknown): unknown {
  return typeof value === 'string' ? value.trim().toLowerCase() : value;
}
