import type { Clock } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { AgentsService } from '../auth/index.js';
import { Reads } from '../database/index.js';
import { CLOCK, type ApproversTold } from '../kernel/index.js';
import { Choices } from './choices.js';
import type { AlertSubject } from './rules/alert.js';
import { requestHeldUntil } from './rules/held-request.js';

/** Asked before a request is stored: its alert goes to the same people by the same rules. */
@Injectable()
export class ApproversAlerted implements ApproversTold {
  constructor(
    private readonly choices: Choices,
    private readonly agents: AgentsService,
    private readonly reads: Reads,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async heldUntil(subject: AlertSubject): Promise<number | null> {
    const tags = this.agents.getByUid(subject.agent_uid)?.tags ?? [];
    const people = await this.choices.people(this.reads);
    return requestHeldUntil(people, subject, tags, this.clock.now());
  }
}
