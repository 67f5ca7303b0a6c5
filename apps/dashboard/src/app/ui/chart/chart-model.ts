import type { ForecastView, SeriesView } from '@kenny/contract/web';
import { DAY_MS, HOUR_MS, visibleText } from '@kenny/kernel';
import type { Threshold } from '@kenny/health/web';
import type { Unit } from '../../core/facts/quantity';

/** Epoch ms and value; between the last two it lay within the stretch that the point stands for. */
export type ChartPoint = readonly [at: number, value: number, least?: number, largest?: number];

/** A status is drawn in its colour, everything else in those of lines. */
export type ChartColour = keyof typeof STATUS_COLOURS;

export const STATUS_COLOURS = {
  ...{ ok: '--ok', warn: '--warn-mark', crit: '--crit', off: '--off', unknown: '--field-line' },
} as const;

export interface ChartLine {
  readonly label: string;
  /** Oldest first. */
  readonly points: readonly ChartPoint[];
  readonly colour?: ChartColour;
}

/** What lies in it is not well; without an end it goes on. */
export interface ChartZone {
  readonly status: 'warn' | 'crit';
  readonly from?: number;
  readonly to?: number;
}

export interface ChartForecast {
  /** The whole sentence, e.g. `/ is full in about 8 days`. */
  readonly summary: string;
  readonly start: ChartPoint;
  readonly end: ChartPoint;
}

/** Everything that a chart is drawn, told and tabled from. */
export interface ChartModel {
  readonly kind: 'lines' | 'bars';
  readonly unit: Unit;
  /** What is counted: one, and several. */
  readonly noun?: readonly [one: string, several: string];
  readonly lines: readonly ChartLine[];
  readonly zones?: readonly ChartZone[];
  readonly forecasts?: readonly ChartForecast[];
  /** Epoch ms. */
  readonly from: number;
  readonly to: number;
  /** How long a point stands for: nothing is drawn between points that lie further apart. */
  readonly stepMs: number;
  /** Days and hours of UTC instead of the reader's. */
  readonly utc?: boolean;
}

/** A PC sends a snapshot each quarter of an hour; one of them may be late. */
const LEAST_GAP_MS = 40 * 60_000;
const STEPS_TO_A_GAP = 2.5;
/** Days apart is a gap, whatever is usual. */
const LONGEST_USUAL_MS = DAY_MS;
const LEAST_SPAN_MS = HOUR_MS;

/** The values of the last report, by key. */
export interface Measured {
  /** Epoch ms. */
  readonly at: number;
  readonly values: ReadonlyMap<string, number>;
}

/** What a server answered, with the limits and the forecasts that belong to it. */
export function chartOf(
  view: SeriesView,
  zones: readonly ChartZone[] = [],
  forecasts: readonly ForecastView[] = [],
  measured?: Measured,
): ChartModel {
  const own = forecasts.filter(({ metric }) => metric === view.metric);
  return {
    kind: 'lines',
    unit: view.unit,
    lines: view.lines.map(({ key, points }) => ({
      label: visibleText(key),
      points: withLast(
        points.map(([at, ...values]): ChartPoint => [Date.parse(at), ...values] as ChartPoint),
        measured?.at,
        measured?.values.get(key),
      ),
    })),
    zones,
    forecasts: own.map(({ summary, start, end }) => ({
      summary,
      start: [Date.parse(start.at), start.value],
      end: [Date.parse(end.at), end.value],
    })),
    from: beginOf(view),
    // A report may come after the answer.
    to: Math.max(Date.parse(view.to), measured?.at ?? 0),
    stepMs: view.resolution_s * 1000,
  };
}

/** Points are means of their stretch: a line ends with the last report itself. */
function withLast(points: ChartPoint[], at: number | undefined, value: number | undefined) {
  const before = points.at(-1);
  if (at === undefined || value === undefined || !before) return points;
  return [...points, [Math.max(at, before[0]), value] as const];
}

/** Whether there is nothing to draw. */
export function isEmpty({ lines }: ChartModel): boolean {
  return lines.every(({ points }) => points.length === 0);
}

/** A PC that is new has no week behind it: its chart begins where its numbers do. Epoch ms. */
function beginOf({ from, to, lines }: SeriesView): number {
  const [asked, end] = [Date.parse(from), Date.parse(to)];
  const firsts = lines.flatMap(({ points: [first] }) => (first ? [Date.parse(first[0])] : []));
  return firsts.length === 0 ? asked : Math.max(asked, Math.min(...firsts, end - LEAST_SPAN_MS));
}

/** The limits of a rule on the field that a series is made of. @param path - of the series */
export function zonesOf(thresholds: readonly Threshold[], path: string): ChartZone[] {
  return thresholds
    .filter(({ field, measure }) => field === path && measure === undefined)
    .flatMap(({ warn, crit }) => {
      const [warns, crits] = [beyond(warn), beyond(crit)];
      return [
        // The one begins where the other ends.
        ...(warns ? [{ status: 'warn' as const, ...warns, ...opposite(warns, crits) }] : []),
        ...(crits ? [{ status: 'crit' as const, ...crits }] : []),
      ];
    });
}

type Reach = Pick<ChartZone, 'from' | 'to'>;

function beyond(bound: Threshold['warn']): Reach | undefined {
  if (!bound) return undefined;
  if ('over' in bound) return { from: bound.over };
  if ('from' in bound) return { from: bound.from };
  if ('under' in bound) return { to: bound.under };
  return 'upTo' in bound ? { to: bound.upTo } : undefined;
}

function opposite({ from }: Reach, crits: Reach | undefined): Reach {
  if (!crits) return {};
  if (from !== undefined) return crits.from === undefined ? {} : { to: crits.from };
  return crits.to === undefined ? {} : { from: crits.to };
}

/**
 * A point without a value wherever nothing is known for much longer than is usual, so that no line is
 * drawn there: a PC that reports seldom has a line as well.
 */
export function withGaps(points: readonly ChartPoint[], stepMs: number): ChartPoint[] {
  const distances = points.slice(1).map(([at], index) => at - (points[index]?.[0] ?? at));
  return points.flatMap((point, index): ChartPoint[] => {
    const before = points[index - 1];
    const usual = Math.max(stepMs, usualMs(distances, index - 1));
    const gap = Math.max(LEAST_GAP_MS, STEPS_TO_A_GAP * usual);
    const apart = before !== undefined && point[0] - before[0] > gap;
    return apart ? [[before[0] + stepMs, NaN], point] : [point];
  });
}

/** Whether a point has nothing beside it that a line could go to. @param points - with their gaps */
export function isLone(points: readonly ChartPoint[], at: number): boolean {
  const known = (index: number) => !Number.isNaN(points[index]?.[1] ?? NaN);
  return known(at) && !known(at - 1) && !known(at + 1);
}

/** How far apart reports usually lie before, after or around one of their distances. */
function usualMs(distances: readonly number[], at: number): number {
  const both = (one: number, other: number) =>
    Math.min(distances[at + one] ?? 0, distances[at + other] ?? 0);
  return Math.min(LONGEST_USUAL_MS, Math.max(both(-2, -1), both(1, 2), both(-1, 1)));
}

/** A forecast is shown to its end where that leaves half of the width to what was measured. */
const MOST_AHEAD = 1;
/** Else so much of it, as a part of what was measured: its summary says where it ends. */
const BEGINNING = 0.5;
/** What of the width is left behind the end of a forecast, for its mark. */
const ROOM_BEHIND = 0.04;

/** Where the axis ends: behind the last forecast that it shows to its end, or with the beginning of them. */
export function axisEnd(model: ChartModel): number {
  const { from, to, stepMs, kind, forecasts = [] } = model;
  if (kind === 'bars') return to + stepMs;
  if (forecasts.length === 0) return to;
  const shown = arrivals(model).map(({ end: [at] }) => at);
  if (shown.length === 0) return to + BEGINNING * (to - from);
  const last = Math.max(...shown);
  return last + (last - from) * ROOM_BEHIND;
}

/** Forecasts that are shown to their end. */
export function arrivals({ from, to, forecasts = [] }: ChartModel): readonly ChartForecast[] {
  const latest = to + MOST_AHEAD * (to - from);
  return forecasts.filter(({ end: [at] }) => at > to && at <= latest);
}
