import type { TaskState } from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { AuditLog, type AuditEntry } from '../../audit/index.js';
import { by, type Acting } from '../../auth/index.js';
import { APP_CONFIG, type AppConfig } from '../../config/index.js';
import { Writer, type Tx } from '../../database/index.js';
import { CLOCK, EventBus, KennyError } from '../../kernel/index.js';
import { nextLife, shownState, type TaskInput, type TaskLife } from '../states/index.js';
import { columnsOf, lifeOf, TaskEventLog, TaskRows, type TaskEntity } from '../store/index.js';
import { TaskWaits } from './task-waits.js';
import { waitingTask } from './waiting-task.js';

/** The same words whether it does not exist or may not be seen. */
export function noSuchTask(id: string): KennyError {
  return new KennyError('not_found', `there is no task ${id.slice(0, 64)}`);
}

/** What else is written with a step, in its transaction. */
type Also = (tx: Tx, task: TaskEntity, life: TaskLife) => Promise<Partial<TaskEntity> | void>;

/** The only way to another state: one step of `nextLife`, stored, then told. */
@Injectable()
export class TaskChanges {
  private readonly retryMs: number;

  constructor(
    private readonly rows: TaskRows,
    private readonly writer: Writer,
    private readonly audit: AuditLog,
    private readonly log: TaskEventLog,
    private readonly waits: TaskWaits,
    private readonly events: EventBus,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(APP_CONFIG) { tasks }: Pick<AppConfig, 'tasks'>,
  ) {
    this.retryMs = tasks.retrySecs * 1_000;
  }

  /** @throws KennyError `not_found`, `conflict` for a move that there is not */
  async apply(id: string, input: TaskInput, also?: Also): Promise<TaskEntity> {
    return this.change(id, async (tx, task) => {
      const moment = { now: this.clock.now(), retryMs: this.retryMs, random: Math.random() };
      const step = nextLife(lifeOf(task), input, moment);
      if (!step.ok) throw new KennyError('conflict', step.message, { state: task.state });
      const more = (await also?.(tx, task, step.life)) ?? {};
      return { ...columnsOf(step.life, this.shown(id, step.life)), ...more };
    });
  }

  /** Whether people see that it waits follows from what is open. */
  async refresh(id: string): Promise<void> {
    const task = await this.rows.get(id);
    if (!task) return;
    // What it waits for may be another thing now.
    if (task.state === this.shown(id, lifeOf(task))) return this.tell(task, task);
    await this.change(id, (_tx, now) => Promise.resolve({ state: this.shown(id, lifeOf(now)) }));
  }

  /** Fields that are no state. @throws KennyError `not_found` */
  async change(
    id: string,
    fields: (tx: Tx, task: TaskEntity) => Promise<Partial<TaskEntity>>,
  ): Promise<TaskEntity> {
    const [before, after] = await this.writer.write(async (tx) => {
      const task = await this.rows.get(id, tx);
      if (!task) throw noSuchTask(id);
      const changed = { ...(await fields(tx, task)), updated_at: this.clock.now() };
      await this.rows.change(tx, id, changed);
      return [task, { ...task, ...changed }] as const;
    });
    this.tell(before, after);
    return after;
  }

  /** Who did what to which task; its text never. */
  async record(tx: Tx, acting: Acting, id: string, args: AuditEntry['args']): Promise<void> {
    await this.audit.append(tx, { ...by(acting), kind: 'task', target: id, args, ok: true });
  }

  tell(before: Pick<TaskEntity, 'state' | 'agents'>, task: TaskEntity): void {
    const { state: previous_state, agents: previous_agents } = before;
    const { id, state, agents, owner_id, deleted_at } = task;
    if (state !== previous_state && deleted_at === null) {
      void this.log.append(id, 'state', { state, previous_state });
    }
    const deleted = deleted_at !== null;
    this.events.emit('task.changed', {
      ...{ task_id: id, state, previous_state, agents, previous_agents, owner_id, deleted },
      waiting: deleted ? null : waitingTask(task, this.waits.of(id)),
    });
  }

  private shown(id: string, { base }: TaskLife): TaskState {
    return shownState(base, this.waits.of(id).length);
  }
}
