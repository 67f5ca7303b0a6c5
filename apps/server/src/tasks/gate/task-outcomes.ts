import type { ApprovalState } from '@kenny/contract';
import { OUTCOME_REUSE_MS, type GateRecord } from '@kenny/gate';
import { type Clock, visibleText } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, taskKey } from '../../kernel/index.js';
import { ApprovalsReader } from '../../policy/index.js';

/** As many as one prompt can tell; more have ended than an agent may ask for at once. */
const MOST = 20;
const LONGEST_REASON = 280;

/** What became of a request while its task was not at work. */
export interface TaskOutcome {
  readonly approval_id: string;
  readonly state: ApprovalState;
  readonly tool: string;
  readonly agent_id: string;
  /** For the agent: what has become of it, and what to do now. */
  readonly line: string;
}

/** Ends of a task's requests that its agent has not heard of. */
@Injectable()
export class TaskOutcomes {
  constructor(
    private readonly approvals: ApprovalsReader,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Oldest first. Results stay where they are: the agent gets one by repeating its call, once.
   * @param since when the agent last heard of any: the end of its turn
   */
  async untold(taskId: string, since: number): Promise<TaskOutcome[]> {
    const ended = await this.approvals.endedOfPrincipal(taskKey(taskId), MOST);
    return ended
      .filter(({ state_since, handed_out_at }) => state_since >= since && handed_out_at === null)
      .reverse()
      .map((record) => this.toldOf(record));
  }

  private toldOf(record: GateRecord): TaskOutcome {
    const { id, state, tool, agent_id } = record;
    const what = `${tool} on ${agent_id} (${id})`;
    const line = `${what} ${this.becameOf(record)}`;
    return { approval_id: id, state, tool, agent_id, line };
  }

  private becameOf({ state, state_since, decisions, outcome }: GateRecord): string {
    const kept = this.clock.now() - state_since < OUTCOME_REUSE_MS;
    const reason = visibleText((decisions.at(-1)?.reason ?? '').slice(0, LONGEST_REASON));
    switch (state) {
      case 'done':
        return kept
          ? 'was approved and has run; repeat the same call to get its result.'
          : 'was approved and has run; its result is not kept any more. Look before you repeat it.';
      case 'failed':
        return kept
          ? 'was approved and failed; repeat the same call to get the error.'
          : 'was approved and failed. Look before you repeat it.';
      case 'unknown':
        return 'may have run: no answer came. Look before you repeat it.';
      case 'denied':
        return `was denied${reason === '' ? '' : `: ${reason}`}. Do not try it in other words.`;
      default:
        return `did not run: it is ${state}${outcome?.error ? ` (${outcome.error.code})` : ''}.`;
    }
  }
}
