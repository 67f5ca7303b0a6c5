import { Module } from '@nestjs/common';
import { PolicyModule } from '../policy/index.js';
import { TelemetryModule } from '../telemetry/index.js';
import { ApprovalTopic } from './approval-topic.js';
import { AuditTopic } from './audit-topic.js';
import { FleetTopic } from './fleet-topic.js';
import { LiveHub } from './live-hub.js';

/** Coalesced push of changes to those who watch (design §1.5). */
@Module({
  imports: [PolicyModule, TelemetryModule],
  providers: [LiveHub, FleetTopic, ApprovalTopic, AuditTopic],
  exports: [LiveHub],
})
export class LiveModule {}
