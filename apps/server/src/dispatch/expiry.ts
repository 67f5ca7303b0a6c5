import { EXPIRES_IN_S } from '@kenny/contract';
import { SECOND_MS, type Clock } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import type { AgentRecord } from '../auth/index.js';
import { APP_CONFIG, type AppConfig } from '../config/index.js';
import { ApproversTold, CLOCK } from '../kernel/index.js';

/** How long a request waits for a decision. */
@Injectable()
export class Expiry {
  constructor(
    private readonly told: ApproversTold,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'approvalTtlSecs'>,
  ) {}

  /**
   * As long as whoever asks has chosen; else the usual time from when somebody who may decide can
   * hear of it, at most a day from now (ADR 0107).
   */
  async ttlMs(
    pc: Pick<AgentRecord, 'agent_uid' | 'agent_id'>,
    chosen_s: number | undefined,
  ): Promise<number> {
    if (chosen_s !== undefined) return chosen_s * SECOND_MS;
    const usual = this.config.approvalTtlSecs * SECOND_MS;
    const until = await this.told.heldUntil(pc);
    if (until === null) return usual;
    const held = Math.max(0, until - this.clock.now());
    return Math.max(usual, Math.min(held + usual, EXPIRES_IN_S.most * SECOND_MS));
  }
}
