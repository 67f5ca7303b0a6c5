import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { AuditModule } from '../../audit/index.js';
import { AuthModule } from '../../auth/index.js';
import { DispatchModule } from '../../dispatch/index.js';
import { PolicyModule } from '../../policy/index.js';
import { TelemetryModule } from '../../telemetry/index.js';
import { AccessGuard } from './access.guard.js';
import { AgentsController } from './agents.controller.js';
import { ApiDocument } from './api-document.js';
import { ApprovalsController } from './approvals.controller.js';
import { AuditController } from './audit.controller.js';
import { DocsController } from './docs.controller.js';
import { ErrorFilter } from './error.filter.js';
import { FleetController } from './fleet.controller.js';
import { HealthController } from './health.controller.js';
import { PolicyController } from './policy.controller.js';
import { Readiness } from './readiness.js';
import { SessionController } from './session.controller.js';
import { TokensController } from './tokens.controller.js';
import { ToolsController } from './tools.controller.js';
import { bodyPipe } from './validation.js';

/** The HTTP door: every controller of the server (design §4.1). */
@Module({
  imports: [AuditModule, AuthModule, DispatchModule, PolicyModule, TelemetryModule],
  controllers: [
    AgentsController,
    ApprovalsController,
    AuditController,
    DocsController,
    FleetController,
    HealthController,
    PolicyController,
    SessionController,
    TokensController,
    ToolsController,
  ],
  providers: [
    ApiDocument,
    Readiness,
    { provide: APP_FILTER, useClass: ErrorFilter },
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_PIPE, useFactory: bodyPipe },
  ],
})
export class HttpModule {}
