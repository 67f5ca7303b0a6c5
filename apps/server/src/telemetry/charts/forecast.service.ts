import { CHART_LIMITS, type ForecastList, type ForecastView } from '@kenny/contract';
import { type Clock, DAY_MS } from '@kenny/kernel';
import { approachesFor, FORECAST, forecast, forecastWords, type Approach } from '@kenny/health';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK } from '../../kernel/index.js';
import { LimitBoard } from '../limits/limit-board.js';
import { SeriesService } from './series.service.js';

/** A line of hourly means: what swings within the hour says nothing of the day after tomorrow. */
const RESOLUTION_S = 3_600;

/** Where the numbers of one PC go if they go on as they did. */
@Injectable()
export class ForecastService {
  constructor(
    private readonly series: SeriesService,
    private readonly limits: LimitBoard,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Soonest first; nothing where nothing can be said. */
  async forecasts(subject: { readonly agent_uid: string }): Promise<ForecastList> {
    const found: ForecastView[] = [];
    const approaches = approachesFor(this.limits.inForce(subject.agent_uid));
    for (const approach of approaches) found.push(...(await this.along(subject, approach)));
    found.sort((a, b) => a.in_days - b.in_days);
    return { items: found.slice(0, CHART_LIMITS.forecasts) };
  }

  /** Of the last hour what is farthest from the limit counts: it may have been cleaned up just now. */
  private async along(
    subject: { readonly agent_uid: string },
    approach: Approach,
  ): Promise<ForecastView[]> {
    const { metric, unit, limit } = approach;
    const now = this.clock.now();
    const span = { from: now - FORECAST.historyDays * DAY_MS, to: now };
    const { lines } = await this.series.series(subject, metric, span, RESOLUTION_S);
    return lines.flatMap(({ key, points }) => {
      const measured = points.map(([at, mean, least, largest], i) => {
        const farthest = approach.direction === 'rising' ? least : largest;
        return [Date.parse(at), i === points.length - 1 ? farthest : mean] as const;
      });
      const expected = forecast(measured, approach, now);
      if (!expected) return [];
      const { per_day, in_days, r2, start, end } = expected;
      const summary = forecastWords(approach, key, in_days);
      return [{ metric, key, unit, summary, per_day, limit, in_days, r2, ...ends({ start, end }) }];
    });
  }
}

type Ends = Record<'start' | 'end', readonly [at: number, value: number]>;

function ends({ start, end }: Ends): Pick<ForecastView, 'start' | 'end'> {
  const view = ([at, value]: Ends['start']) => ({ at: new Date(at).toISOString(), value });
  return { start: view(start), end: view(end) };
}
