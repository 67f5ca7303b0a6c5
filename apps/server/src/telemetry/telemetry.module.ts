import { Module, type OnModuleInit } from '@nestjs/common';
import { AuthModule } from '../auth/index.js';
import { Scheduler } from '../scheduling/index.js';
import { FleetService } from './fleet.service.js';
import { HealthBoard } from './health-board.js';
import { HistoryService } from './history.service.js';
import { IngestService } from './ingest.service.js';
import { TelemetryRetentionTask } from './retention.task.js';
import { TelemetryRepository } from './telemetry.repository.js';

/** What PCs tell of themselves: taken, judged, kept, shown (design §1.5). */
@Module({
  imports: [AuthModule],
  providers: [
    FleetService,
    HealthBoard,
    HistoryService,
    IngestService,
    TelemetryRepository,
    TelemetryRetentionTask,
  ],
  exports: [FleetService, HistoryService],
})
export class TelemetryModule implements OnModuleInit {
  constructor(
    private readonly ingest: IngestService,
    private readonly retention: TelemetryRetentionTask,
    private readonly scheduler: Scheduler,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.ingest.load();
    this.scheduler.register(this.retention);
  }
}
