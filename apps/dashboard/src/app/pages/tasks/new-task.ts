import { CdkTextareaAutosize } from '@angular/cdk/text-field';
import {
  Component,
  computed,
  effect,
  inject,
  input,
  linkedSignal,
  signal,
  untracked,
} from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatFormField, MatHint, MatInput, MatLabel } from '@angular/material/input';
import { Router, RouterLink } from '@angular/router';
import { TASK_LIMITS, TASK_PRIORITY, type AgentTypeView, type TaskView } from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { Mutation } from '../../core/http/mutation';
import { AgentTypes } from '../../core/tasks/agent-types';
import { TASK_EXAMPLES } from '../../core/tasks/task-examples';
import { ErrorNote } from '../../ui/error-note';
import { FIELD_LOOK } from '../../ui/field-look';
import { PcChoice } from '../../ui/pc-choice';
import { ResourceStateNote } from '../../ui/resource-state';

const PRIORITIES = [
  { value: 0, word: 'Normal' },
  { value: 5, word: 'High' },
  { value: TASK_PRIORITY.most, word: 'Urgent' },
] as const;

/** Work for an AI agent: what, on which PCs, by whom. */
@Component({
  selector: 'kenny-new-task',
  imports: [
    CdkTextareaAutosize,
    ErrorNote,
    MatButton,
    MatFormField,
    MatHint,
    MatInput,
    MatLabel,
    PcChoice,
    ResourceStateNote,
    RouterLink,
  ],
  providers: [FIELD_LOOK],
  templateUrl: './new-task.html',
  styleUrls: ['../../ui/form.css', './new-task.css'],
})
export class NewTask {
  private readonly api = inject(ApiClient);
  private readonly router = inject(Router);
  protected readonly limits = TASK_LIMITS;
  protected readonly priorities = PRIORITIES;
  protected readonly examples = TASK_EXAMPLES;
  protected readonly types = inject(AgentTypes).shown();
  protected readonly usable = computed(() =>
    (this.types.value()?.types ?? []).filter(({ enabled }) => enabled),
  );

  /** The ID of a task that is to be done again, from the address. */
  readonly like = input<string>();
  /** What should be done, from the address. */
  readonly say = input<string>();
  protected readonly model = apiResource({
    params: () => this.like(),
    loader: (id) => this.api.task(id),
  });
  protected readonly title = linkedSignal(() => (this.say() ?? '').slice(0, TASK_LIMITS.title));
  protected readonly description = signal('');
  protected readonly priority = signal<number>(TASK_PRIORITY.default);
  /**
   * Null: all that this person reaches. Undefined until it is chosen: an agent reads what it is given;
   * who takes an example has chosen what it says.
   */
  protected readonly pcs = linkedSignal<readonly string[] | null | undefined>(() =>
    TASK_EXAMPLES.some((one) => one === this.say()) ? null : undefined,
  );
  private readonly chosen = signal<string | null>(null);
  /** The one that was chosen, else the first that can run. */
  protected readonly type = computed<AgentTypeView | undefined>(() => {
    const usable = this.usable();
    return (
      usable.find(({ id }) => id === this.chosen()) ??
      usable.find(({ available }) => available) ??
      usable[0]
    );
  });
  protected readonly missing = computed(() => {
    const pcs = this.pcs();
    return [
      ...(this.title().trim() === '' ? ['Say what should be done.'] : []),
      ...(pcs === undefined || pcs?.length === 0 ? ['Choose all PCs, or at least one.'] : []),
    ].join(' ');
  });
  protected readonly creation = new Mutation();

  constructor() {
    effect(() => {
      const model = this.model.value();
      if (model) untracked(() => this.copy(model));
    });
  }

  private copy({ title, description, agents, agent_type, priority }: TaskView): void {
    this.title.set(title);
    this.description.set(description ?? '');
    this.pcs.set(agents);
    this.chosen.set(agent_type);
    this.priority.set(priority);
  }

  /** All of them are about all PCs. */
  protected take(example: string, field: HTMLElement): void {
    this.title.set(example);
    if (this.pcs() === undefined) this.pcs.set(null);
    // Its button goes.
    field.focus();
  }

  protected choose(id: string): void {
    this.chosen.set(id);
  }

  protected async create(event: Event, start: boolean): Promise<void> {
    event.preventDefault();
    const type = this.type();
    if (!type || this.missing() !== '' || this.creation.busy()) return;
    await this.creation.run(async () => {
      const pcs = this.pcs();
      const description = this.description().trim();
      const task = await this.api.createTask({
        ...{ title: this.title().trim(), agent_type: type.id, priority: this.priority() },
        ...(description === '' ? {} : { description }),
        ...(pcs && { agents: [...pcs] }),
      });
      // The task is there now, whether its agent starts or not: its page says why not.
      const started = start ? this.api.startTask(task.id).catch(() => undefined) : undefined;
      await started;
      await this.router.navigate(['/tasks', task.id]);
    });
  }
}
