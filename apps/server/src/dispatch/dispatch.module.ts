import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { AuthModule } from '../auth/index.js';
import { PolicyModule } from '../policy/index.js';
import { TelemetryModule } from '../telemetry/index.js';
import { TunnelModule } from '../tunnel/index.js';
import { ApprovalsApi } from './approvals-api.js';
import { ApprovedCalls } from './approved-calls.js';
import { CallFacts } from './call-facts.js';
import { Decisions } from './decisions.service.js';
import { Dispatch } from './dispatch.service.js';
import { Expiry } from './expiry.js';
import { OutcomeOutbox } from './outcome-outbox.js';
import { ServerTools } from './server-tools.js';
import { SettleUnknown } from './settle-unknown.js';
import { Targets } from './target.js';
import { ToldCalls } from './told-calls.js';

@Module({
  imports: [AuditModule, AuthModule, PolicyModule, TelemetryModule, TunnelModule],
  providers: [
    ApprovalsApi,
    ApprovedCalls,
    CallFacts,
    Decisions,
    Dispatch,
    Expiry,
    OutcomeOutbox,
    ServerTools,
    SettleUnknown,
    Targets,
    ToldCalls,
  ],
  exports: [ApprovalsApi, Decisions, Dispatch, ToldCalls],
})
export class DispatchModule {}
