import { Module } from '@nestjs/common';
import { PolicyModule } from '../policy/index.js';
import { TelemetryModule } from '../telemetry/index.js';
import { ApprovalTopic } from './approval-topic.js';
import { AuditTopic } from './audit-topic.js';
import { FleetTopic } from './fleet-topic.js';
import { Subscriptions } from './subscriptions.js';

/** Coalesced push of changes to subscribers (design §1.5). */
@Module({
  imports: [PolicyModule, TelemetryModule],
  providers: [Subscriptions, FleetTopic, ApprovalTopic, AuditTopic],
  exports: [Subscriptions],
})
export class SubscriptionsModule {}
