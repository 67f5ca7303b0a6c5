import {
  Component,
  computed,
  effect,
  inject,
  input,
  linkedSignal,
  signal,
  untracked,
  viewChild,
} from '@angular/core';
import { MatButton } from '@angular/material/button';
import { Router, RouterLink, RouterOutlet } from '@angular/router';
import { changeCountWords, TASK_PRIORITY, type ApprovalView } from '@kenny/contract/web';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import { CallTeller } from '../../core/approvals/call-teller';
import { money, quantity } from '../../core/facts/quantity';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { Mutation } from '../../core/http/mutation';
import { pageName } from '../../core/navigation/page-title';
import { showsRequests } from '../../core/notifications/requests-in-view';
import { Session } from '../../core/session/session';
import { AgentTypes } from '../../core/tasks/agent-types';
import { TaskFollower } from '../../core/tasks/task-follower';
import type { TimelineItem } from '../../core/tasks/timeline';
import {
  isAtWork,
  isOfTask,
  pcWords,
  startWords,
  TASK_STATE_WORDS,
  whyWords,
} from '../../core/tasks/task-words';
import { AskFirst } from '../../ui/ask-first';
import { ErrorNote } from '../../ui/error-note';
import { Frees } from '../../ui/frees';
import { Icon } from '../../ui/icon';
import { RelativeTime } from '../../ui/relative-time';
import { UntrustedText } from '../../ui/untrusted-text';
import { FollowBottom } from '../../ui/follow-bottom';
import { PermissionCards } from './permission-cards';
import { TaskComposer } from './task-composer';
import { TaskDiffView } from './task-diff-view';
import { TaskPause } from './task-pause';
import { TaskRequests } from './task-requests';
import { TaskStateChip } from '../../ui/task-state-chip';
import { rowsOf, StepGroup } from './step-group';
import { TimelineEntry } from './timeline-entry';

/** How many items are drawn at once. */
const DRAWN = 150;

/** One task as it goes on: what it waits for, what the AI agent says and does, and the next reply. */
@Component({
  selector: 'kenny-task',
  imports: [
    ErrorNote,
    FollowBottom,
    Frees,
    Icon,
    MatButton,
    PermissionCards,
    RelativeTime,
    RouterLink,
    RouterOutlet,
    StepGroup,
    TaskComposer,
    TaskDiffView,
    TaskPause,
    TaskRequests,
    TaskStateChip,
    TimelineEntry,
    UntrustedText,
  ],
  providers: [TaskFollower],
  templateUrl: './task-page.html',
  styleUrl: './task-page.css',
})
export class TaskPage {
  private readonly follower = inject(TaskFollower);
  private readonly api = inject(ApiClient);
  private readonly router = inject(Router);
  private readonly session = inject(Session);
  private readonly fleet = inject(FleetStore);
  private readonly teller = inject(CallTeller);
  private readonly agents = inject(AgentTypes);
  private readonly asks = inject(AskFirst);
  private readonly requests = inject(ApprovalsStore);
  /** Of the task in the address. */
  readonly id = input.required<string>();

  protected readonly task = this.follower.task;
  protected readonly timeline = this.follower.timeline;
  protected readonly error = this.follower.error;
  protected readonly action = new Mutation();
  private readonly drawn = signal(DRAWN);
  private readonly said = computed(() => this.timeline().items.filter((item) => !isLog(item)));
  protected readonly items = computed(() => this.said().slice(-this.drawn()));
  protected readonly rows = computed(() => rowsOf(this.items(), this.atWork() && !this.waits()));
  private readonly end = viewChild(FollowBottom);
  /** What its reader has had before them: the newest when they were last at the end, or came. */
  private readonly seen = linkedSignal<
    { at: boolean; last: string | undefined },
    string | undefined
  >({
    source: () => ({ at: this.end()?.following() ?? true, last: this.said().at(-1)?.key }),
    computation: ({ at, last }, before) => (at ? last : (before?.value ?? last)),
  });
  /** Something newer than that has come, out of view. */
  protected readonly news = computed(() => {
    // Read each time: it has to note what is seen at the end as well.
    const seen = this.seen();
    return this.end()?.following() === false && this.said().at(-1)?.key !== seen;
  });
  protected readonly folded = computed(() => this.said().length - this.items().length);
  /** What its program and the server told of it: for whoever looks for a fault. */
  protected readonly log = computed(() => this.timeline().items.filter(isLog).slice(-DRAWN));

  protected readonly agent = computed(() => {
    const type = this.task()?.agent_type ?? null;
    return type === null ? 'No AI agent' : this.agents.nameOf(type);
  });
  protected readonly pcs = computed(() => {
    const task = this.task();
    return task ? pcWords(task, (id) => this.fleet.nameOf(id)) : '';
  });
  /** Whose it is, or an admin. */
  protected readonly mine = computed(() => {
    const me = this.session.me();
    return me !== null && (me.scope === 'admin' || this.task()?.owner_id === me.id);
  });
  /** What it has changed on PCs; nothing is said of a task that has not begun. */
  protected readonly changed = computed(() => {
    const task = this.task();
    return task && task.state !== 'TODO' && changeCountWords(task.changes, this.over());
  });
  protected readonly start = computed(() => {
    const task = this.task();
    return task ? startWords(task) : null;
  });
  /** Steps of its plan are left. */
  private readonly unfinished = computed(() =>
    this.timeline().plan.some(({ status }) => status !== 'completed'),
  );
  private readonly denied = computed(
    () => this.requests.all().find((one) => isOfTask(one, this.id()))?.state === 'denied',
  );
  protected readonly why = computed(() => {
    const task = this.task();
    return task && whyWords(task, { unfinished: this.unfinished(), denied: this.denied() });
  });
  protected readonly atWork = computed(() => isAtWork(this.task()?.state ?? 'TODO'));
  protected readonly queued = computed(() => this.task()?.state === 'QUEUED');
  /** It is not the next one, and may still be moved. */
  protected readonly movable = computed(() => {
    const task = this.task();
    const place = task?.queue_position ?? 0;
    return task !== null && this.queued() && place > 1 && task.priority < TASK_PRIORITY.most;
  });
  /** The first one of a task in the queue is what it is about. */
  protected readonly laterPrompts = computed(() =>
    Math.max(0, (this.task()?.waiting_prompts ?? 0) - (this.queued() ? 1 : 0)),
  );
  protected readonly over = computed(() => this.task()?.state === 'COMPLETED');
  protected readonly approvals = computed(() =>
    (this.task()?.waits_for ?? []).filter(({ kind }) => kind === 'approval'),
  );
  /** Known before the task itself says that it waits for them. */
  private readonly asked = computed(() =>
    this.requests.waiting().filter((one) => isOfTask(one, this.id())),
  );
  protected readonly waits = computed(() => this.task()?.state === 'WAITING_FOR_INPUT');
  protected readonly permissionWaits = computed(() =>
    (this.task()?.waits_for ?? []).some(({ kind }) => kind === 'permission'),
  );
  /** In its own words, else the step of its plan. */
  protected readonly doing = computed(() => {
    if (this.task()?.state !== 'IN_PROGRESS') return null;
    const { doing, plan } = this.timeline();
    return doing ?? plan.find(({ status }) => status === 'in_progress')?.content ?? null;
  });
  protected readonly cost = computed(() => {
    const cost = this.timeline().usage?.cost ?? null;
    return cost === null ? null : money(cost.amount, cost.currency);
  });
  protected readonly usage = computed(() => {
    const usage = this.timeline().usage;
    if (!usage) return null;
    const { used, size } = usage;
    const tokens = used === null ? [] : [`${quantity(used, 'count')} tokens`];
    const share =
      used === null || !size ? [] : [`context ${Math.round((100 * used) / size)} % full`];
    return [...tokens, ...share].join(' · ');
  });
  protected readonly unattached = computed(() => {
    const task = this.task();
    // After a decision its program begins anew, and lists the tools again.
    const used = this.timeline().items.some(({ kind }) => kind === 'tool');
    return task?.state === 'IN_PROGRESS' && task.tools?.listed_at === null && !used;
  });

  /** For screen readers: each new state, and nothing of the stream. */
  protected readonly spoken = computed(() => {
    const state = this.task()?.state;
    return state === undefined ? '' : `Task: ${TASK_STATE_WORDS[state]}`;
  });

  constructor() {
    pageName(computed(() => this.task()?.title));
    showsRequests(computed(() => [...this.approvals(), ...this.asked()].map(({ id }) => id)));
    effect((onCleanup) => {
      const id = this.id();
      untracked(() => this.follower.open(id));
      onCleanup(() => this.follower.close());
    });
  }

  /** What would be done, where this page knows it already. */
  protected changeOf(approvalId: string): string {
    const approval = this.requests.approval(approvalId);
    return approval ? this.teller.titleOf(approval) : 'A change';
  }

  protected requestOf(approvalId: string): ApprovalView | undefined {
    return this.requests.approval(approvalId);
  }

  /** For screen readers, while it goes on. */
  protected stepWord(status: string): string {
    if (status === 'completed') return 'done';
    if (status !== 'in_progress') return 'to do';
    return this.waits() ? 'waiting' : 'now';
  }

  /** No step is the current one when nothing is at work. */
  protected ended(status: string): string {
    return status === 'in_progress' ? 'pending' : status;
  }

  protected earlier(): void {
    this.drawn.update((count) => count + DRAWN);
  }

  protected readAgain(): void {
    void this.follower.readTask();
  }

  protected retry(): void {
    this.follower.open(this.id());
  }

  protected begin(): Promise<void> {
    return this.act(() => this.api.startTask(this.id()));
  }

  protected stop(): Promise<void> {
    return this.act(() => this.api.stopTask(this.id()));
  }

  protected moveUp(): Promise<void> {
    const body = { priority: TASK_PRIORITY.most };
    return this.act(() => this.api.reprioritiseTask(this.id(), body));
  }

  protected takeOut(): Promise<void> {
    return this.act(() => this.api.dequeueTask(this.id()));
  }

  protected complete(): Promise<void> {
    return this.act(() => this.api.completeTask(this.id()));
  }

  protected async remove(): Promise<void> {
    const sure = await this.asks.ask({
      title: 'Delete this task?',
      name: this.task()?.title ?? '',
      words:
        'This stops its AI agent and deletes what it said and its files. What was done on PCs stays in the audit log.',
      act: 'Delete task',
    });
    if (!sure) return;
    await this.action.run(async () => {
      await this.api.removeTask(this.id());
      await this.router.navigateByUrl('/tasks');
    });
  }

  protected readonly say = async (prompt: string): Promise<void> => {
    await this.api.promptTask(this.id(), prompt);
    await this.follower.readTask();
  };

  private act(work: () => Promise<unknown>): Promise<void> {
    return this.action.run(async () => {
      await work();
      await this.follower.readTask();
    });
  }
}

const isLog = (item: TimelineItem): boolean => item.kind === 'note' && item.tone !== 'bad';
