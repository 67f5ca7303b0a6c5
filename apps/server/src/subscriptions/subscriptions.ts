import type { WsTopic } from '@kenny/contract';
import { Injectable } from '@nestjs/common';
import { ApprovalTopic } from './approval-topic.js';
import { AuditTopic } from './audit-topic.js';
import { FleetTopic } from './fleet-topic.js';
import type { Watcher } from './watcher.js';

/** Conversations and tasks have topics of the `/ws` door. */
export type SubscriptionTopic = Exclude<WsTopic, 'chat' | 'task' | 'waiting_task'>;

/** Subscriptions to the fleet, open approvals and the audit log (design §4.2). */
@Injectable()
export class Subscriptions {
  private readonly topics: { readonly [T in SubscriptionTopic]: { leave(watcher: Watcher): void } };

  constructor(
    readonly fleet: FleetTopic,
    readonly approvals: ApprovalTopic,
    readonly audit: AuditTopic,
  ) {
    this.topics = { fleet, approval: approvals, audit };
  }

  unsubscribe(topic: SubscriptionTopic, watcher: Watcher): void {
    this.topics[topic].leave(watcher);
  }

  /** The watcher has disconnected. */
  leave(watcher: Watcher): void {
    for (const topic of Object.values(this.topics)) topic.leave(watcher);
  }
}
