import { Module } from '@nestjs/common';
import { BackupModule } from '../backup/index.js';
import { TelemetryModule } from '../telemetry/index.js';
import { ServerMetrics } from './server-metrics.js';

/** What a monitoring system reads of this server. */
@Module({
  imports: [BackupModule, TelemetryModule],
  providers: [ServerMetrics],
  exports: [ServerMetrics],
})
export class MetricsModule {}
