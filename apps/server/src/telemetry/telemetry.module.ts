import { CAPS } from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import { Inject, Module, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { AgentsService, AuthModule } from '../auth/index.js';
import { CLOCK } from '../kernel/index.js';
import { DailyQuota, Scheduler } from '../scheduling/index.js';
import { ChangesService } from './charts/changes.service.js';
import { ForecastService } from './charts/forecast.service.js';
import { HealthHistoryService } from './charts/health-history.service.js';
import { SeriesRepository } from './charts/series.repository.js';
import { SeriesService } from './charts/series.service.js';
import { TrendService } from './charts/trend.service.js';
import { FleetService } from './fleet.service.js';
import { HealthBoard } from './health-board.js';
import { HistoryService } from './history.service.js';
import { IngestService } from './ingest.service.js';
import { TelemetryRetentionTask } from './retention.task.js';
import { LimitBoard } from './limits/limit-board.js';
import { LimitsService } from './limits/limits.service.js';
import { SnoozeBoard } from './snoozes/snooze-board.js';
import { SnoozesService } from './snoozes/snoozes.service.js';
import { TelemetryRepository } from './telemetry.repository.js';

/** Snapshots from PCs: ingest, health, storage, views (design §1.5). */
@Module({
  imports: [AuthModule],
  providers: [
    { provide: DailyQuota, useFactory: () => new DailyQuota(CAPS.telemetryDayBytes) },
    ChangesService,
    FleetService,
    ForecastService,
    HealthBoard,
    HealthHistoryService,
    HistoryService,
    IngestService,
    LimitBoard,
    LimitsService,
    SeriesRepository,
    SeriesService,
    SnoozeBoard,
    SnoozesService,
    TelemetryRepository,
    TelemetryRetentionTask,
    TrendService,
  ],
  exports: [
    ...[ChangesService, ForecastService, SeriesService, TrendService],
    ...[FleetService, HealthHistoryService, HistoryService],
    ...[IngestService, LimitsService, SnoozesService],
  ],
})
export class TelemetryModule implements OnModuleInit, OnApplicationBootstrap {
  constructor(
    private readonly ingest: IngestService,
    private readonly retention: TelemetryRetentionTask,
    private readonly agents: AgentsService,
    private readonly scheduler: Scheduler,
    private readonly snoozes: SnoozesService,
    private readonly limits: LimitsService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.snoozes.load();
    await this.limits.load();
    await this.ingest.load(this.clock.now());
    this.scheduler.register(this.snoozes);
    this.scheduler.register(this.retention);
  }

  /** In the background: there may be a lot to delete, and the server works meanwhile. */
  onApplicationBootstrap(): void {
    void this.ingest.forgetGone((agentUid) => this.agents.getByUid(agentUid) !== undefined);
  }
}
