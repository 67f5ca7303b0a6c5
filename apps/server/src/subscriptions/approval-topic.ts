import type { ApprovalView } from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import { approvalView } from '@kenny/gate';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, EventBus, RUN_ID } from '../kernel/index.js';
import { ApprovalsService, isOpenState } from '../policy/index.js';
import { MissedChanges } from './missed-changes.js';
import { TopicViews } from './topic-views.js';
import type { Deliver, Watcher } from './watcher.js';

/** Open approvals and every change of them; pushed at once, because somebody is waiting. */
@Injectable()
export class ApprovalTopic {
  private readonly views: TopicViews;
  private readonly missed = new MissedChanges<ApprovalView>();

  constructor(
    private readonly approvals: ApprovalsService,
    events: EventBus,
    @Inject(CLOCK) clock: Clock,
    @Inject(RUN_ID) run: string,
  ) {
    this.views = new TopicViews('approval', run, clock);
    events.on('approval.changed', ({ approval }) => this.changed(approval));
  }

  async subscribe(
    agents: readonly string[] | null,
    watcher: Watcher,
    deliver: Deliver,
  ): Promise<void> {
    const read = () => this.approvals.listOpen(agents);
    await this.missed.during(read, (records, missed) => {
      const view = this.views.of(agents);
      const own = missed.filter(({ agent_id }) => view.sees(agent_id));
      const items = withChanges(records.map(approvalView), own);
      deliver(JSON.stringify({ ...this.views.place(view), items }));
      this.views.join(view, watcher);
    });
  }

  leave(watcher: Watcher): void {
    this.views.leave(watcher);
  }

  private changed(approval: ApprovalView): void {
    this.missed.note(approval);
    this.views.advance();
    if (!this.views.isWatched) return;
    const fields = JSON.stringify({ approval });
    for (const view of this.views) {
      if (view.sees(approval.agent_id)) this.views.push(view, 'approval.changed', fields);
    }
  }
}

/** Newest first; approvals opened while the list was read are the newest. */
function withChanges(
  stored: readonly ApprovalView[],
  changes: readonly ApprovalView[],
): ApprovalView[] {
  const oldestFirst = new Map([...stored].reverse().map((approval) => [approval.id, approval]));
  for (const approval of changes) {
    if (isOpenState(approval.state)) oldestFirst.set(approval.id, approval);
    else oldestFirst.delete(approval.id);
  }
  return [...oldestFirst.values()].reverse();
}
