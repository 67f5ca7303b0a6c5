import { ChangeList, ForecastList, SeriesView } from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import { CLOCK, type CallContext } from '../../../kernel/index.js';
import {
  ChangesService,
  FleetService,
  ForecastService,
  SeriesService,
} from '../../../telemetry/index.js';
import { Access } from '../../admission/access.js';
import { Answers } from '../openapi/answers.js';
import { AgentParam } from './dto/params.js';
import { SeriesQuery, SpanQuery } from './dto/queries.js';
import { Ctx } from '../pipeline/request-state.js';
import { spanOf } from './time-of.js';

/** The default span of "what has changed lately?". */
export const CHANGES_DAYS = 7;

/** One PC over time. */
@Access('viewer')
@Controller('api/agents')
export class AgentChartsController {
  constructor(
    private readonly fleet: FleetService,
    private readonly series: SeriesService,
    private readonly changes: ChangesService,
    private readonly forecast: ForecastService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get(':id/series')
  @Answers(200, SeriesView, 'One metric over time; default: the last day.')
  showSeries(
    @Ctx() { principal }: CallContext,
    @Param() { id }: AgentParam,
    @Query() { metric, ...span }: SeriesQuery,
  ): Promise<SeriesView> {
    return this.series.series(
      this.fleet.subject(principal, id),
      metric,
      spanOf(span, this.clock.now(), 1),
    );
  }

  @Get(':id/changes')
  @Answers(200, ChangeList, 'What has changed; default: the last week.')
  showChanges(
    @Ctx() { principal }: CallContext,
    @Param() { id }: AgentParam,
    @Query() span: SpanQuery,
  ): Promise<ChangeList> {
    return this.changes.changes(
      this.fleet.subject(principal, id),
      spanOf(span, this.clock.now(), CHANGES_DAYS),
    );
  }

  @Get(':id/forecast')
  @Answers(200, ForecastList, 'What will soon be full or worn out, where that can be forecast.')
  showForecast(
    @Ctx() { principal }: CallContext,
    @Param() { id }: AgentParam,
  ): Promise<ForecastList> {
    return this.forecast.forecasts(this.fleet.subject(principal, id));
  }
}
