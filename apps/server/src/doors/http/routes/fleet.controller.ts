import { CATALOG, CatalogView, FleetTrend, FleetView, HealthChangeList } from '@kenny/contract';
import { REMEDIES, THRESHOLDS } from '@kenny/health';
import type { Clock } from '@kenny/kernel';
import { Controller, Get, Inject, Query } from '@nestjs/common';
import { CLOCK, type CallContext } from '../../../kernel/index.js';
import { FleetService, HealthHistoryService, TrendService } from '../../../telemetry/index.js';
import { Access } from '../../admission/access.js';
import { Answers } from '../openapi/answers.js';
import { FleetQuery, HealthChangesQuery, trendDays, TrendQuery } from './dto/queries.js';
import { Ctx } from '../pipeline/request-state.js';
import { EncodedJson } from '../pipeline/send-json.js';
import { CHANGES_DAYS } from './agent-charts.controller.js';
import { spanOf } from './time-of.js';

@Access('viewer')
@Controller('api')
export class FleetController {
  constructor(
    private readonly fleet: FleetService,
    private readonly trend: TrendService,
    private readonly history: HealthHistoryService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get('fleet')
  @Answers(200, FleetView, 'Every PC with its health, and the roll-up.')
  view(
    @Ctx() { principal }: CallContext,
    @Query() { sections }: FleetQuery,
  ): FleetView | EncodedJson {
    if (sections === 'all') return this.fleet.view(principal, true);
    return new EncodedJson(this.fleet.encode(principal).text);
  }

  @Get('fleet/trend')
  @Answers(200, FleetTrend, 'How many PCs were in each state, by day (UTC) or hour.')
  showTrend(
    @Ctx() { principal }: CallContext,
    @Query() { days, by }: TrendQuery,
  ): Promise<FleetTrend> {
    return this.trend.trend(principal, trendDays(days), by ?? 'day');
  }

  @Get('fleet/changes')
  @Answers(200, HealthChangeList, 'Checks that got worse or better; default: the last week.')
  showChanges(
    @Ctx() { principal }: CallContext,
    @Query() { agent_id, ...span }: HealthChangesQuery,
  ): Promise<HealthChangeList> {
    const { from, to } = spanOf(span, this.clock.now(), CHANGES_DAYS);
    return this.history.changes(principal, { from, to }, agent_id);
  }

  /** Tools, sections, thresholds and remedies as data, for forms, docs and models. */
  @Get('catalog')
  @Answers(200, CatalogView, 'Tools, telemetry sections, health limits and what helps, as data.')
  catalog(): CatalogView {
    const tools = CATALOG.tools.filter(({ hidden }) => !hidden);
    return { ...CATALOG, tools, thresholds: THRESHOLDS, remedies: REMEDIES };
  }
}
