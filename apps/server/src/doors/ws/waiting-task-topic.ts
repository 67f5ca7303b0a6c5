import { needsPerson, type WaitingTask } from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, EventBus, RUN_ID, type EventMap, type Principal } from '../../kernel/index.js';
import {
  MissedChanges,
  TopicViews,
  type Deliver,
  type Watcher,
} from '../../subscriptions/index.js';
import { TasksApi } from '../../tasks/index.js';

type Changed = EventMap['task.changed'];
type View = ReturnType<TopicViews['of']>;

/** Tasks that do not go on without a person; pushed at once, because they wait. */
@Injectable()
export class WaitingTaskTopic {
  private readonly views: TopicViews;
  private readonly missed = new MissedChanges<Changed>();

  constructor(
    private readonly tasks: TasksApi,
    events: EventBus,
    @Inject(CLOCK) clock: Clock,
    @Inject(RUN_ID) run: string,
  ) {
    this.views = new TopicViews('waiting_task', run, clock);
    events.on('task.changed', (change) => this.changed(change));
  }

  async subscribe(principal: Principal, watcher: Watcher, deliver: Deliver): Promise<void> {
    const read = () => this.tasks.waiting(principal);
    await this.missed.during(read, (stored, missed) => {
      const view = this.views.of(principal.agents);
      const items = withChanges(stored, missed, view);
      deliver(JSON.stringify({ ...this.views.place(view), items }));
      this.views.join(view, watcher);
    });
  }

  leave(watcher: Watcher): void {
    this.views.leave(watcher);
  }

  private changed(change: Changed): void {
    if (!change.waiting && !needsPerson(change.previous_state)) return;
    this.missed.note(change);
    this.views.advance();
    for (const view of this.views) {
      const task = seenBy(view, change);
      if (!task && !hasSeen(view, change)) continue;
      const fields = JSON.stringify({ task_id: change.task_id, task });
      this.views.push(view, 'waiting_task.changed', fields);
    }
  }
}

function seenBy(view: View, { waiting, agents }: Changed): WaitingTask | null {
  return view.seesAll(agents) ? waiting : null;
}

/** Its PCs may have been others. */
function hasSeen(view: View, { previous_state, previous_agents }: Changed): boolean {
  return needsPerson(previous_state) && view.seesAll(previous_agents);
}

function withChanges(
  stored: readonly WaitingTask[],
  changes: readonly Changed[],
  view: View,
): WaitingTask[] {
  const tasks = new Map(stored.map((task) => [task.id, task]));
  for (const change of changes) {
    const task = seenBy(view, change);
    if (task) tasks.set(task.id, task);
    else tasks.delete(change.task_id);
  }
  return [...tasks.values()];
}
