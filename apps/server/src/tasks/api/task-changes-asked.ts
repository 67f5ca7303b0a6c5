import type { TaskDetail } from '@kenny/contract';
import { requesterId } from '@kenny/gate';
import { Injectable } from '@nestjs/common';
import { taskKey, type Principal } from '../../kernel/index.js';
import { ApprovalsReader, Pauses } from '../../policy/index.js';
import type { TaskEntity } from '../store/index.js';

/** What a task has asked for on PCs, and whether it may go on asking. */
@Injectable()
export class TaskChangesAsked {
  constructor(
    private readonly approvals: ApprovalsReader,
    private readonly pauses: Pauses,
  ) {}

  async of(
    principal: Principal,
    { id, session_id }: Pick<TaskEntity, 'id' | 'session_id'>,
  ): Promise<Pick<TaskDetail, 'changes' | 'paused'>> {
    const principal_key = taskKey(id);
    const counts = await this.approvals.changesOfPrincipal(principal_key);
    const count = (...states: Parameters<typeof counts.get>[0][]) =>
      states.reduce((sum, state) => sum + (counts.get(state) ?? 0), 0);
    const requester = requesterId({ principal_key, session_id, token_id: null });
    return {
      changes: {
        ...{ waiting: count('pending'), running: count('approved', 'sent') },
        ...{ done: count('done'), failed: count('failed'), unknown: count('unknown') },
        denied: count('denied'),
        not_run: count('expired', 'cancelled', 'lapsed', 'not_run'),
      },
      paused: session_id === null ? null : await this.pauses.of(principal, requester),
    };
  }
}
