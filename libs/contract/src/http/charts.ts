import { SERIES_UNITS, type SeriesUnit } from '../constants.js';
import {
  ListOf,
  Nested,
  Nullable,
  Num,
  OneOf,
  PointRows,
  Bool,
  Text,
  Whole,
} from '../define/decorators.js';
import { CHART_LIMITS } from '../metrics.js';
import { FleetCounts } from './fleet.js';

/**
 * Answers of `/api/fleet/trend` and `/changes`, and of `/api/agents/{id}/series`, `/changes`,
 * `/forecast` (design §4.1). Times are ISO 8601 by the server's clock.
 */

/** Begin of a stretch of `resolution_s` seconds, and the mean, least and largest value in it. */
export type SeriesPoint = [at: string, mean: number, least: number, largest: number];

export class SeriesLine {
  /** Which of several, e.g. the mount of a disk; empty when the PC has one. */
  @Text({ max: 200 })
  key!: string;

  /** Oldest first; a stretch without a value has no point. */
  @PointRows({ numbers: 3, max: CHART_LIMITS.points + 1 })
  points!: SeriesPoint[];
}

export class SeriesView {
  @Text({ max: 64 })
  metric!: string;

  @OneOf(SERIES_UNITS)
  unit!: SeriesUnit;

  @Text({ max: 40 })
  from!: string;

  @Text({ max: 40 })
  to!: string;

  @Whole({ min: 1 })
  resolution_s!: number;

  @ListOf(() => SeriesLine, CHART_LIMITS.lines)
  lines!: SeriesLine[];

  /** There are more lines than one answer shows. */
  @Bool()
  truncated!: boolean;
}

/** Something that a PC says of itself is another thing than before. Values are the PC's words. */
export class ChangeItem {
  /** When the server got the first snapshot that shows it. */
  @Text({ max: 40 })
  at!: string;

  /** When it got the last one that did not. */
  @Text({ max: 40 })
  after!: string;

  @Text({ max: 64 })
  section!: string;

  /** Which field of the section, in words, e.g. `Real-time protection` or `Brother, status`. */
  @Text({ max: 400 })
  what!: string;

  /** Null when it was not there before. */
  @Nullable()
  @Text({ max: CHART_LIMITS.changeText })
  from!: string | null;

  /** Null when it is gone. */
  @Nullable()
  @Text({ max: CHART_LIMITS.changeText })
  to!: string | null;
}

/** Newest first. */
export class ChangeList {
  @Text({ max: 40 })
  from!: string;

  @Text({ max: 40 })
  to!: string;

  @ListOf(() => ChangeItem, CHART_LIMITS.changes)
  items!: ChangeItem[];

  /** There were more than one answer shows. */
  @Bool()
  truncated!: boolean;
}

/** A check of a PC that got worse or better. */
export class HealthChangeItem {
  @Text({ max: 64 })
  agent_id!: string;

  @Text({ max: 40 })
  at!: string;

  @Text({ max: 64 })
  section!: string;

  /** What it was from then on; what is snoozed counts as `ok`. */
  @OneOf(['ok', 'warn', 'crit'])
  status!: 'ok' | 'warn' | 'crit';

  /** It is only `ok` because a person put it off. */
  @Bool()
  snoozed!: boolean;

  @Text({ max: 500 })
  reason!: string;
}

/** Newest first. */
export class HealthChangeList {
  @Text({ max: 40 })
  from!: string;

  @Text({ max: 40 })
  to!: string;

  @ListOf(() => HealthChangeItem, CHART_LIMITS.changes)
  items!: HealthChangeItem[];

  /** There were more than one answer shows. */
  @Bool()
  truncated!: boolean;
}

export class ForecastPoint {
  @Text({ max: 40 })
  at!: string;

  @Num()
  value!: number;
}

/** Where a series goes if it goes on as it did. */
export class ForecastView {
  @Text({ max: 64 })
  metric!: string;

  @Text({ max: 200 })
  key!: string;

  @OneOf(SERIES_UNITS)
  unit!: SeriesUnit;

  /** One sentence, e.g. `/ is full in about 8 days`. */
  @Text({ max: 300 })
  summary!: string;

  @Num()
  per_day!: number;

  @Num()
  limit!: number;

  @Num()
  in_days!: number;

  /** How well a straight line fits what was measured: 1 is perfectly. */
  @Num()
  r2!: number;

  /** The line from now until it meets the limit. */
  @Nested(() => ForecastPoint)
  start!: ForecastPoint;

  @Nested(() => ForecastPoint)
  end!: ForecastPoint;
}

/** Soonest first; empty when nothing goes anywhere, or nothing can be said. */
export class ForecastList {
  @ListOf(() => ForecastView, CHART_LIMITS.forecasts)
  items!: ForecastView[];
}

/** How many PCs were in each state: each counts once, by the worst that was seen of it. */
export class TrendPoint extends FleetCounts {
  /** Begin of the hour or day, in UTC. */
  @Text({ max: 40 })
  at!: string;
}

/** Oldest first; the last one is not over yet. */
export class FleetTrend {
  @Text({ max: 40 })
  from!: string;

  @Text({ max: 40 })
  to!: string;

  @Whole({ min: 1 })
  resolution_s!: number;

  @ListOf(() => TrendPoint, CHART_LIMITS.trendDays * 24 + 1)
  points!: TrendPoint[];
}
