import { STATES_OF_A_PERSON, type TaskState } from '@kenny/contract';
import { Injectable } from '@nestjs/common';
import { In, IsNull, Not } from 'typeorm';
import { Reads, type Tx } from '../../database/index.js';
import type { BaseState, TaskLife, Waiting } from '../states/index.js';
import { TaskEntity } from './task.entity.js';

type Within = Pick<Tx, 'manager'>;

/** What is told of a task that needs a person. */
export type NeedsPerson = Pick<
  TaskEntity,
  'id' | 'title' | 'state' | 'agents' | 'owner_id' | 'error' | 'updated_at'
>;

const MAY_WAIT: readonly BaseState[] = ['IN_PROGRESS', 'REVIEW', 'FAILED', 'INTERRUPTED'];

/** Rows of tasks; those that are being erased are not there. */
@Injectable()
export class TaskRows {
  constructor(private readonly reads: Reads) {}

  async get(id: string, { manager }: Within = this.reads): Promise<TaskEntity | undefined> {
    return (await manager.findOneBy(TaskEntity, { id, deleted_at: IsNull() })) ?? undefined;
  }

  async insert({ manager }: Within, task: TaskEntity): Promise<void> {
    const row: object = task;
    await manager.insert(TaskEntity, row);
  }

  async change({ manager }: Within, id: string, fields: Partial<TaskEntity>): Promise<void> {
    const changed: object = fields;
    await manager.update(TaskEntity, { id }, changed);
  }

  async some(ids: readonly string[]): Promise<ReadonlyMap<string, TaskEntity>> {
    if (ids.length === 0) return new Map();
    const rows = await this.reads.manager.findBy(TaskEntity, {
      id: In([...ids]),
      deleted_at: IsNull(),
    });
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** All that wait for a slot, in no order. */
  async waiting({ manager }: Within = this.reads): Promise<(Waiting & { title: string })[]> {
    const rows = await manager.find(TaskEntity, {
      select: { id: true, title: true, priority: true, queued_at: true, not_before: true },
      where: { base_state: 'QUEUED', deleted_at: IsNull() },
    });
    return rows.map(({ id, title, priority, queued_at, not_before }) => ({
      ...{ id, title, priority, not_before },
      queued_at: queued_at ?? 0,
    }));
  }

  countWaiting({ manager }: Within): Promise<number> {
    return manager.countBy(TaskEntity, { base_state: 'QUEUED', deleted_at: IsNull() });
  }

  inState(base_state: BaseState, { manager }: Within = this.reads): Promise<TaskEntity[]> {
    return manager.findBy(TaskEntity, { base_state, deleted_at: IsNull() });
  }

  /** All that do not go on without a person, without their long texts. */
  waitingForPeople(): Promise<NeedsPerson[]> {
    return this.reads.manager.find(TaskEntity, {
      select: {
        id: true,
        title: true,
        state: true,
        agents: true,
        owner_id: true,
        error: true,
        updated_at: true,
      },
      where: {
        // By its index; what people see of them is not indexed.
        base_state: In([...MAY_WAIT]),
        state: In([...STATES_OF_A_PERSON]),
        deleted_at: IsNull(),
      },
    });
  }

  /** Ids of tasks whose rows are still to be erased. */
  async doomed(): Promise<string[]> {
    const rows = await this.reads.manager.find(TaskEntity, {
      select: { id: true },
      where: { deleted_at: Not(IsNull()) },
    });
    return rows.map(({ id }) => id);
  }

  /** Ended before that moment, in whichever way. */
  async endedBefore(at: number, after: string, most: number): Promise<string[]> {
    const rows = await this.reads.manager
      .createQueryBuilder(TaskEntity, 'task')
      .select('task.id')
      .where('task.deleted_at IS NULL AND task.finished_at < :at', { at })
      .andWhere("task.base_state IN ('COMPLETED', 'FAILED', 'CANCELLED')")
      .andWhere('task.id > :after', { after })
      .orderBy('task.id', 'ASC')
      .limit(most)
      .getMany();
    return rows.map(({ id }) => id);
  }

  async delete({ manager }: Within, id: string): Promise<void> {
    await manager.delete(TaskEntity, { id });
  }
}

export function lifeOf(task: TaskEntity): TaskLife {
  const { base_state, queued_at, not_before, attempts, changed_by_task, error } = task;
  const { started_at, finished_at } = task;
  return {
    ...{ base: base_state, queued_at, not_before, attempts, changed: changed_by_task, error },
    ...{ started_at, finished_at },
  };
}

/** Columns of a life; `state` is what people see. */
export function columnsOf({ base, changed, ...life }: TaskLife, state: TaskState) {
  return { ...life, base_state: base, changed_by_task: changed, state };
}
