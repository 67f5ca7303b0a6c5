import {
  Component,
  computed,
  DestroyRef,
  effect,
  inject,
  Injector,
  input,
  untracked,
} from '@angular/core';
import { MatButton } from '@angular/material/button';
import { RouterLink } from '@angular/router';
import { STATES_OF_A_PERSON, type TaskState, type TaskView } from '@kenny/contract/web';
import { visibleText } from '@kenny/kernel';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import { CallTeller } from '../../core/approvals/call-teller';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { pagedResource } from '../../core/http/paged-resource';
import { Session } from '../../core/session/session';
import { AgentTypes } from '../../core/tasks/agent-types';
import { TASK_EXAMPLES } from '../../core/tasks/task-examples';
import { pcWords, whyWords } from '../../core/tasks/task-words';
import { WaitingTasks } from '../../core/tasks/waiting-tasks';
import { ErrorNote } from '../../ui/error-note';
import { Icon } from '../../ui/icon';
import { RelativeTime } from '../../ui/relative-time';
import { ResourceStateNote } from '../../ui/resource-state';
import { UntrustedText } from '../../ui/untrusted-text';
import { AgentTypesPanel } from './agent-types-panel';
import { TaskStateChip } from '../../ui/task-state-chip';

const PAGE = 100;
const REFRESH_MS = 4_000;
const FEW = 4;

/** Groups in the order in which a person wants to see them. */
const GROUPS: readonly { readonly title: string; readonly states: readonly TaskState[] }[] = [
  { title: 'Needs you', states: STATES_OF_A_PERSON },
  { title: 'Running and queued', states: ['IN_PROGRESS', 'QUEUED'] },
  { title: 'Not started', states: ['TODO'] },
  { title: 'Done', states: ['COMPLETED', 'CANCELLED'] },
];

/** What are the AI agents doing? While none can run, the page begins with what that takes. */
@Component({
  selector: 'kenny-tasks',
  imports: [
    AgentTypesPanel,
    ErrorNote,
    Icon,
    MatButton,
    RelativeTime,
    ResourceStateNote,
    RouterLink,
    TaskStateChip,
    UntrustedText,
  ],
  templateUrl: './tasks.html',
  styleUrl: './tasks.css',
})
export class Tasks {
  private readonly api = inject(ApiClient);
  private readonly session = inject(Session);
  private readonly fleet = inject(FleetStore);
  private readonly requests = inject(ApprovalsStore);
  private readonly injector = inject(Injector);
  private readonly waiting = inject(WaitingTasks);
  protected readonly agents = inject(AgentTypes);
  /** Only one agent type's tasks, from the address. */
  readonly agent = input<string>();

  protected readonly mayStart = computed(() => this.session.reaches('operator'));
  /** One object as long as nothing changes: another one would be another list. */
  private readonly query = computed(() => ({ agent_type: this.agent() }));
  protected readonly tasks = pagedResource(this.query, async (query, cursor) => {
    const { tasks, next_cursor } = await this.api.tasks({ ...query, limit: PAGE, cursor });
    return { items: tasks, next_cursor };
  });
  /** Without the AI agents the page would begin with another part, and then move. */
  protected readonly ready = computed(
    () => this.tasks.ready() && (this.agents.found.ready() || !!this.agents.found.error()),
  );
  protected readonly examples = TASK_EXAMPLES;
  /** Whoever has given a few tasks knows what to give. */
  protected readonly ideas = computed(
    () => this.mayStart() && this.agents.anyAble() && this.tasks.items().length < FEW,
  );
  protected readonly none = computed(() => this.tasks.items().length === 0);
  protected readonly groups = computed(() =>
    GROUPS.map(({ title, states }) => ({
      title,
      /** The title says it already where there is but one state. */
      mixed: states.length > 1,
      tasks: this.tasks.items().filter(({ state }) => states.includes(state)),
    })).filter(({ tasks }) => tasks.length > 0),
  );

  /** Who could do one; without a reading, nobody is known by name. */
  protected readonly ableNames = computed(() => {
    const names = this.agents.able().map(({ name }) => visibleText(name));
    return names.length === 0 ? 'Your AI agent' : names.join(' or ');
  });

  constructor() {
    const timer = setInterval(() => this.refresh(), REFRESH_MS);
    inject(DestroyRef).onDestroy(() => clearInterval(timer));
    // As soon as the number in the menu says so; the first one comes with the page.
    let before: readonly unknown[] | undefined;
    effect(() => {
      const waiting = this.waiting.ready() ? this.waiting.all() : undefined;
      if (before && waiting) untracked(() => this.refresh());
      before = waiting;
    });
  }

  private refresh(): void {
    // What was paged in would be lost; a page out of sight needs nothing.
    if (document.hidden || this.tasks.items().length > PAGE) return;
    this.tasks.reload();
  }

  /** The request that it waits for first, for whoever may decide. */
  protected approvalOf({ waits_for }: TaskView): string | undefined {
    if (!this.session.mayDecide()) return undefined;
    return waits_for.find(({ kind }) => kind === 'approval')?.id;
  }

  protected agentOf({ agent_type }: TaskView): string {
    return agent_type === null ? 'No AI agent' : this.agents.nameOf(agent_type);
  }

  protected pcs(task: TaskView): string {
    return pcWords(task, (id) => this.fleet.nameOf(id));
  }

  /** What waits by name, as far as this person may see it. */
  protected why(task: TaskView): string | null {
    const only = task.waits_for.length === 1 ? task.waits_for[0] : undefined;
    const request = only?.kind === 'approval' ? this.requests.approval(only.id) : undefined;
    // Fetches the catalog, which a list without requests does not need.
    if (request) return `${this.injector.get(CallTeller).titleOf(request)} waits for approval.`;
    return whyWords(task);
  }
}
