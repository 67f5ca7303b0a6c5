import { wholeDays } from '@kenny/health/web';
import { DAY_MS } from '@kenny/kernel';
import { quantity } from '../../core/facts/quantity';
import { HEALTH_WORDS } from '../../core/words';
import type { ChartForecast, ChartLine, ChartModel, ChartZone } from './chart-model';
import { momentWords } from './time-axis';

export interface ChartRow {
  readonly at: number;
  readonly when: string;
  /** One for each line; empty where it has no value. */
  readonly values: readonly string[];
}

/** A value with its unit, or with what is counted: `97 %`, `1 PC`. */
export function valueWords(
  value: number,
  { unit, noun }: Pick<ChartModel, 'unit' | 'noun'>,
): string {
  return noun ? `${quantity(value, unit)} ${noun[value === 1 ? 0 : 1]}` : quantity(value, unit);
}

/** The chart in one sentence, for who does not see it. */
export function chartSentence(title: string, model: ChartModel): string {
  const { from, to, stepMs, utc = false, lines, forecasts = [] } = model;
  const known = lines.filter(({ points }) => points.length > 0);
  if (known.length === 0) return `${title}: no data`;
  const when = (at: number) => momentWords(at, stepMs, utc);
  const told = known.map((line) => lineWords(line, model));
  const expected = forecasts.map((one) => `. ${forecastWords(one, model)}`).join('');
  return `${title}, ${when(from)} to ${when(to)}: ${told.join('; ')}${expected}`;
}

function lineWords(line: ChartLine, model: ChartModel): string {
  const { label } = line;
  const name = label === '' ? '' : `${label} `;
  const value = (n: number) => valueWords(n, model);
  const last = lastOf(line);
  if (model.kind === 'bars') return `${name}${value(last)} at the end`;
  const { least, largest } = extent(line);
  const reach =
    least === largest
      ? 'throughout'
      : `at the end, ranging from ${value(least)} to ${value(largest)}`;
  return `${name}${value(last)} ${reach}`;
}

function lastOf({ points }: ChartLine): number {
  return points.at(-1)?.[1] ?? NaN;
}

function extent({ points }: ChartLine): { least: number; largest: number } {
  const least = Math.min(...points.map(([, mean, low]) => low ?? mean));
  const largest = Math.max(...points.map(([, mean, , high]) => high ?? mean));
  return { least, largest };
}

/** `C: is full in about 9 days, around 6 Dec`. */
export function forecastWords(forecast: ChartForecast, model: Pick<ChartModel, 'utc'>): string {
  return `${forecast.summary}, around ${arrivalWords(forecast, model)}`;
}

/** The day on which a forecast ends, as many whole days away as its summary says. */
export function arrivalWords(
  { start: [from], end: [to] }: ChartForecast,
  { utc = false }: Pick<ChartModel, 'utc'>,
): string {
  const days = wholeDays((to - from) / DAY_MS);
  return momentWords(days === 0 ? to : from + days * DAY_MS, DAY_MS, utc);
}

/** Where it begins to be no longer well: `Warning: 80 % to 95 %`, `Critical: from 95 %`. */
export function zoneWords({ status, from, to }: ChartZone, model: ChartModel): string {
  const name = HEALTH_WORDS[status];
  const value = (n: number) => valueWords(n, model);
  if (from !== undefined && to !== undefined) return `${name}: ${value(from)} to ${value(to)}`;
  if (from !== undefined) return `${name}: from ${value(from)}`;
  return to === undefined ? name : `${name}: below ${value(to)}`;
}

/** As a share of the chart's height: a narrower band cannot be told from its line. */
const SEEN = 0.01;

/** Whether what is drawn are means, with a band of what they are the means of that can be seen. */
export function hasBand({
  kind,
  lines,
  unit,
}: Pick<ChartModel, 'kind' | 'lines' | 'unit'>): boolean {
  const [line, ...others] = lines;
  if (kind === 'bars' || !line || others.length > 0) return false;
  const top =
    unit === '%' ? 100 : Math.max(...line.points.map(([, value, , most = value]) => most));
  return line.points.some(([, value, least = value, most = value]) => most - least > SEEN * top);
}

/** How steadily a series goes where it goes. */
const STEADY_R2 = 0.95;

/** How far a forecast is to be trusted. @param r2 - how well a straight line fits what was measured */
export function trendWords(r2: number): string {
  return r2 >= STEADY_R2 ? 'a steady trend' : 'a rough estimate';
}

/**
 * How it is now and what it ranged over: `now 61 %, range 57 % to 64 %`; of several lines only how they
 * are. @param online - of one that is not, nobody knows how it is now
 */
export function presentWords({ lines, unit }: ChartModel, online = true): string {
  const when = online ? 'now' : 'last';
  const known = lines.filter(({ points }) => points.length > 0);
  const value = (n: number) => quantity(n, unit);
  const last = (line: ChartLine) => value(lastOf(line));
  const [only, ...others] = known;
  if (!only) return '';
  if (others.length > 0) {
    return `${when} ${known.map((line) => `${line.label} ${last(line)}`.trim()).join(', ')}`;
  }
  const { least, largest } = extent(only);
  const reach =
    value(least) === value(largest) ? '' : `, range ${value(least)} to ${value(largest)}`;
  return `${when} ${last(only)}${reach}`;
}

/** The same as a table, newest first. */
export function chartRows({ lines, unit, stepMs, utc = false }: ChartModel): ChartRow[] {
  const times = new Set(lines.flatMap(({ points }) => points.map(([at]) => at)));
  const byTime = lines.map(({ points }) => new Map(points.map(([at, value]) => [at, value])));
  return [...times]
    .sort((a, b) => b - a)
    .map((at) => ({
      at,
      when: momentWords(at, stepMs, utc),
      values: byTime.map((values) => {
        const value = values.get(at);
        return value === undefined ? '' : quantity(value, unit);
      }),
    }));
}
