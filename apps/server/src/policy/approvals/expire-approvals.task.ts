import { Injectable } from '@nestjs/common';
import type { ScheduledTask } from '../../scheduling/index.js';
import { ApprovalsService } from './approvals.service.js';

/** Ends approvals whose time is over; a decision that comes late is refused in any case. */
@Injectable()
export class ExpireApprovalsTask implements ScheduledTask {
  readonly id = 'policy.expire-approvals';
  readonly everyMs = 1_000;

  constructor(private readonly approvals: ApprovalsService) {}

  run(): Promise<void> {
    return this.approvals.expireOverdue();
  }
}
