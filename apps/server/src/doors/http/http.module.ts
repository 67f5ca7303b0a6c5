import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { ArtifactsModule } from '../../artifacts/index.js';
import { AuditModule } from '../../audit/index.js';
import { AuthModule } from '../../auth/index.js';
import { ChatModule } from '../../chat/index.js';
import { DispatchModule } from '../../dispatch/index.js';
import { DistributionModule } from '../../distribution/index.js';
import { McpModule } from '../../mcp/index.js';
import { PolicyModule } from '../../policy/index.js';
import { TelemetryModule } from '../../telemetry/index.js';
import { DashboardModule } from '../dashboard/index.js';
import { AccessGuard } from './access.guard.js';
import { ApiDocument } from './api-document.js';
import { BodyInterceptor } from './body.interceptor.js';
import { CONTROLLERS } from './controllers.js';
import { ErrorFilter } from './error.filter.js';
import { DataFolderRoom } from './data-folder-room.js';
import { Readiness } from './readiness.js';
import { ServerDescription } from './server-description.js';
import { RecordExports } from './record-exports.js';
import { StreamAccess } from './stream-access.js';
import { ContractPipe } from './validation.js';

/** The HTTP door: every controller of the server (design §4.1). */
@Module({
  imports: [
    ArtifactsModule,
    AuditModule,
    AuthModule,
    ChatModule,
    DashboardModule,
    DispatchModule,
    DistributionModule,
    McpModule,
    PolicyModule,
    TelemetryModule,
  ],
  controllers: CONTROLLERS,
  providers: [
    ApiDocument,
    DataFolderRoom,
    Readiness,
    ServerDescription,
    StreamAccess,
    RecordExports,
    ...[AccessGuard, ErrorFilter],
    { provide: APP_FILTER, useExisting: ErrorFilter },
    { provide: APP_GUARD, useExisting: AccessGuard },
    { provide: APP_INTERCEPTOR, useClass: BodyInterceptor },
    { provide: APP_PIPE, useClass: ContractPipe },
  ],
})
export class HttpModule {}
