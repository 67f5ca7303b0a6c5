import type { FleetCounts, FleetTrend, TrendPoint } from '@kenny/contract/web';
import { DAY_MS } from '@kenny/kernel';
import { HEALTH_WORDS, NOT_CONNECTED_YET } from '../../core/words';
import type { ChartLine, ChartModel } from '../../ui/chart/chart-model';
import { momentWords } from '../../ui/chart/time-axis';

/** From the foot of a bar to its top: what is well stands on the ground. */
const STACKED = [
  { health: 'ok', colour: 'ok' },
  { health: 'warn', colour: 'warn' },
  { health: 'crit', colour: 'crit' },
  { health: 'offline', colour: 'off' },
  { health: 'unknown', colour: 'unknown' },
] as const satisfies { health: keyof FleetCounts; colour: ChartLine['colour'] }[];

/** How many PCs were in which state; a state that never was is not among them. */
export function trendChart({ points, resolution_s }: FleetTrend): ChartModel {
  const times = points.map(({ at }) => Date.parse(at));
  // Of a day without a PC nothing is known: not even that there was none.
  const known = points.filter(isKnown);
  const seen = STACKED.filter(({ health }) => known.some((point) => point[health] > 0));
  return {
    ...{ kind: 'bars', unit: 'count', noun: ['PC', 'PCs'], utc: true, stepMs: resolution_s * 1000 },
    ...{ from: times[0] ?? 0, to: times.at(-1) ?? 0 },
    lines: seen.map(({ health, colour }) => ({
      // Those of which nothing is known have mostly never connected, which is said as everywhere.
      label: health === 'unknown' ? NOT_CONNECTED_YET : HEALTH_WORDS[health],
      colour,
      points: known.map((point) => [Date.parse(point.at), point[health]]),
    })),
  };
}

/** Why the first days have no bar; empty where each has one. */
export function blankWords(points: readonly TrendPoint[]): string {
  const first = points.findIndex(isKnown);
  const day = points[first];
  if (first <= 0 || !day) return '';
  return `Blank before ${momentWords(Date.parse(day.at), DAY_MS, true)}: no reports from then.`;
}

const isKnown = (point: TrendPoint): boolean => STACKED.some(({ health }) => point[health] > 0);
