import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { AlertsModule } from '../../alerts/index.js';
import { ArtifactsModule } from '../../artifacts/index.js';
import { AuditModule } from '../../audit/index.js';
import { AuthModule } from '../../auth/index.js';
import { BackupModule } from '../../backup/index.js';
import { RestoreModule } from '../../restore/index.js';
import { ChatModule } from '../../chat/index.js';
import { DispatchModule } from '../../dispatch/index.js';
import { DistributionModule } from '../../distribution/index.js';
import { McpModule } from '../../mcp/index.js';
import { MemoryModule } from '../../memory/index.js';
import { MetricsModule } from '../../metrics/index.js';
import { NetworkModule } from '../../network/index.js';
import { PolicyModule } from '../../policy/index.js';
import { ReleaseFeedModule } from '../../release-feed/index.js';
import { SettingsModule } from '../../settings/index.js';
import { TailscaleModule } from '../../tailscale/index.js';
import { TasksModule } from '../../tasks/index.js';
import { TelemetryModule } from '../../telemetry/index.js';
import { DashboardModule } from '../dashboard/index.js';
import { AccessCheck } from './pipeline/access-check.js';
import { ApiDocument } from './openapi/api-document.js';
import { CONTROLLERS } from './routes/controllers.js';
import { ErrorFilter } from './pipeline/error.filter.js';
import { RequestPipeline } from './pipeline/request-pipeline.js';
import { DataFolderRoom } from './routes/data-folder-room.js';
import { Readiness } from './routes/readiness.js';
import { ServerDescription } from './routes/server-description.js';
import { AuditExports } from './streams/audit-exports.js';
import { StreamAccess } from './streams/stream-access.js';
import { ContractPipe } from './pipeline/validation.js';

/** The HTTP door: every controller of the server (design §4.1). */
@Module({
  imports: [
    AlertsModule,
    ArtifactsModule,
    AuditModule,
    AuthModule,
    BackupModule,
    RestoreModule,
    ChatModule,
    DashboardModule,
    DispatchModule,
    DistributionModule,
    McpModule,
    MemoryModule,
    MetricsModule,
    NetworkModule,
    PolicyModule,
    ReleaseFeedModule,
    SettingsModule,
    TailscaleModule,
    TasksModule,
    TelemetryModule,
  ],
  controllers: CONTROLLERS,
  providers: [
    ApiDocument,
    DataFolderRoom,
    Readiness,
    ServerDescription,
    StreamAccess,
    AuditExports,
    ...[AccessCheck, ErrorFilter, RequestPipeline],
    { provide: APP_FILTER, useExisting: ErrorFilter },
    { provide: APP_GUARD, useExisting: RequestPipeline },
    { provide: APP_PIPE, useClass: ContractPipe },
  ],
})
export class HttpModule {}
