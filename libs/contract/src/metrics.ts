import type { SeriesDefinition } from './define/section.js';

/**
 * Series that no section of a PC holds, because the server measures them itself. Nothing here is a
 * class: browsers import it too.
 */

/** How long a PC takes to answer a ping on its connection: there and back, by the server's clock. */
export const LATENCY = { metric: 'latency', unit: 'ms' } as const satisfies Pick<
  SeriesDefinition,
  'metric' | 'unit'
>;

/** What charts answer at most (`/series`, `/changes`, `/api/fleet/trend`). */
export const CHART_LIMITS = {
  /** Points of one line. */
  points: 500,
  /** Lines of one metric, e.g. disks: those with the most points. */
  lines: 12,
  /** Days between `from` and `to`. */
  spanDays: 366,
  changes: 200,
  /** Characters of a value in the list of changes. */
  changeText: 200,
  forecasts: 40,
  trendDays: 30,
} as const;

/** `?by=` of `/api/fleet/trend`: how long a stretch is for which PCs are counted. */
export const TREND_STEPS = ['hour', 'day'] as const;
export type TrendStep = (typeof TREND_STEPS)[number];
