import type { SeriesDefinition } from '@kenny/contract/agent';
import { DAY_MS } from '@kenny/kernel';
import { movedThresholds, type Limit } from './limits.js';
import { RULES } from './rules/index.js';
import { plain, wholeDays } from './wording.js';

/** A series that approaches a limit. */
export interface Approach {
  readonly metric: string;
  readonly unit: SeriesDefinition['unit'];
  /** The limit. */
  readonly limit: number;
  readonly direction: 'rising' | 'falling';
  /** What it is called where the PC has only one, and what happens at the limit. */
  readonly subject: string;
  readonly ends: string;
}

/**
 * What is forecast. Numbers that go up and down by themselves, like memory, are not.
 * @param limits - as they were moved for the PC
 */
export function approachesFor(limits: readonly Limit[] = []): readonly Approach[] {
  const lowest = lowestAccepted(limits);
  return [
    {
      ...{ metric: 'disk_used', unit: '%', limit: 100, direction: 'rising' },
      ...{ subject: 'The disk', ends: 'is full' },
    },
    {
      ...{ metric: 'drive_wear', unit: '%', limit: 100, direction: 'rising' },
      ...{ subject: 'The drive', ends: 'is worn out' },
    },
    {
      ...{ metric: 'battery_health', unit: '%', limit: lowest, direction: 'falling' },
      ...{ subject: 'The battery', ends: `holds less than ${lowest} % of its original capacity` },
    },
  ];
}

/** Preconditions of a forecast: with less it would be guessing. */
export const FORECAST = {
  /** What is looked at. */
  historyDays: 14,
  leastPoints: 24,
  leastSpanDays: 3,
  /** Maximum age of the last value: a PC that is off does not fill up. */
  freshDays: 1.5,
  /** Minimum share of the variance explained by the line (R²). */
  leastR2: 0.8,
  horizonDays: 90,
  /** What sets a series back: more than this many days of its growth, and of its usual errors. */
  setBack: { days: 1, errors: 3 },
} as const;

/** Epoch ms and value. */
export type Measured = readonly [at: number, value: number];

export interface Forecast {
  readonly per_day: number;
  readonly in_days: number;
  readonly r2: number;
  readonly start: Measured;
  readonly end: Measured;
}

/**
 * When a series reaches its limit if its trend continues (least squares); undefined when that is
 * unclear, or too far away to matter.
 */
export function forecast(
  points: readonly Measured[],
  { limit, direction }: Pick<Approach, 'limit' | 'direction'>,
  now: number,
): Forecast | undefined {
  const towards = direction === 'rising' ? 1 : -1;
  const finite = points.filter(([at, value]) => Number.isFinite(at) && Number.isFinite(value));
  const { before, after } = atSetBack(finite, towards);
  const last = after.at(-1);
  if (!last || now - last[0] > FORECAST.freshDays * DAY_MS) return undefined;
  const left = limit - last[1];
  const trend = isEnough(after) ? fit(after) : trendBefore(before);
  if (!trend || trend.slope * towards <= 0 || left * towards <= 0) return undefined;
  const in_days = left / trend.slope;
  if (trend.r2 < FORECAST.leastR2 || in_days > FORECAST.horizonDays) return undefined;
  return {
    ...{ per_day: trend.slope, in_days, r2: trend.r2 },
    start: [now, last[1]],
    end: [now + in_days * DAY_MS, limit],
  };
}

function isEnough(points: readonly Measured[]): boolean {
  const [first, last] = [points.at(0), points.at(-1)];
  if (!first || !last || points.length < FORECAST.leastPoints) return false;
  return last[0] - first[0] >= FORECAST.leastSpanDays * DAY_MS;
}

/** Freed room fills up as the room before did, until more is known: no more than a rough estimate. */
function trendBefore(before: readonly Measured[]): Pick<Line, 'slope' | 'r2'> | undefined {
  const line = isEnough(before) ? fit(before) : undefined;
  return line && { slope: line.slope, r2: Math.min(line.r2, FORECAST.leastR2) };
}

/** e.g. `/home is full in about 8 days`. @param key - the PC's own name for it */
export function forecastWords(
  { subject, ends }: Pick<Approach, 'subject' | 'ends'>,
  key: string,
  inDays: number,
): string {
  return `${plain(key, subject)} ${ends} in ${daysInWords(inDays)}`;
}

function daysInWords(days: number): string {
  const whole = wholeDays(days);
  if (whole === 0) return 'less than a day';
  return whole === 1 ? 'about a day' : `about ${whole} days`;
}

/** The points around a clean-up: what led there says nothing of the level from which it goes on. */
function atSetBack(
  points: readonly Measured[],
  towards: 1 | -1,
): { readonly before: readonly Measured[]; readonly after: readonly Measured[] } {
  const steps = points.map(([, value], i) => (value - (points[i - 1]?.[1] ?? value)) * towards);
  const at = steps.indexOf(Math.min(...steps));
  const last = points.at(-1);
  const before = points.slice(0, Math.max(0, at));
  const line = fit(before);
  const whole = { before: [], after: points };
  if (!line || !last) return whole;
  const missing = (line.at(last[0]) - last[1]) * towards;
  const { days, errors } = FORECAST.setBack;
  const usual = Math.max(errors * line.error, days * Math.abs(line.slope));
  return missing > usual ? { before, after: points.slice(at) } : whole;
}

interface Line {
  /** A day. */
  readonly slope: number;
  readonly r2: number;
  /** Root of the mean square of what the points are away from it. */
  readonly error: number;
  at(time: number): number;
}

/** Least squares; undefined when all values, or all times, are equal. */
function fit(points: readonly Measured[]): Line | undefined {
  const start = points[0]?.[0] ?? 0;
  const inDays = points.map(([at, value]) => [(at - start) / DAY_MS, value] as const);
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanX, meanY] = [mean(inDays.map(([x]) => x)), mean(inDays.map(([, y]) => y))];
  let [xx, xy, yy] = [0, 0, 0];
  for (const [x, y] of inDays) {
    xx += (x - meanX) ** 2;
    xy += (x - meanX) * (y - meanY);
    yy += (y - meanY) ** 2;
  }
  if (xx === 0 || yy === 0) return undefined;
  const slope = xy / xx;
  return {
    slope,
    r2: Math.min(1, (xy * xy) / (xx * yy)),
    error: Math.sqrt(Math.max(0, yy - slope * xy) / inDays.length),
    at: (time) => meanY + slope * ((time - start) / DAY_MS - meanX),
  };
}

/** The rule's limit, which is defined only there. */
function lowestAccepted(limits: readonly Limit[]): number {
  const own = limits.filter(({ section }) => section === 'battery');
  const bounds = movedThresholds(RULES.battery.thresholds, own).flatMap(({ crit }) => crit ?? []);
  const found = bounds.find((bound) => 'under' in bound);
  if (!found) throw new Error('the rule of the battery has no lowest value');
  return found.under;
}
