import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { Reads, type Tx } from '../../database/index.js';
import { TaskPromptEntity } from './task-prompt.entity.js';

type In = Pick<Tx, 'manager'>;

/** Prompts of tasks, in their order. */
@Injectable()
export class PromptRows {
  constructor(private readonly reads: Reads) {}

  /** Gives it the next number. */
  async add({ manager }: In, prompt: Omit<TaskPromptEntity, 'number'>): Promise<TaskPromptEntity> {
    const { task_id } = prompt;
    const last = (await manager.maximum(TaskPromptEntity, 'number', { task_id })) ?? 0;
    const row = { ...prompt, number: last + 1 };
    await manager.insert(TaskPromptEntity, row);
    return row;
  }

  async change({ manager }: In, id: string, fields: Partial<TaskPromptEntity>): Promise<void> {
    await manager.update(TaskPromptEntity, { id }, fields);
  }

  /** The one that the agent is to work on: begun and not ended, else the first that waits. */
  async inHand(
    task_id: string,
    { manager }: In = this.reads,
  ): Promise<TaskPromptEntity | undefined> {
    const begun = await this.begun(task_id, { manager });
    const next = begun ?? (await manager.findOne(TaskPromptEntity, first({ task_id })));
    return next ?? undefined;
  }

  /** Begun and not ended. */
  async begun(
    task_id: string,
    { manager }: In = this.reads,
  ): Promise<TaskPromptEntity | undefined> {
    const row = await manager.findOne(TaskPromptEntity, {
      where: { task_id, taken_at: Not(IsNull()), ended_at: IsNull() },
      order: { number: 'ASC' },
    });
    return row ?? undefined;
  }

  countWaiting(task_id: string, { manager }: In = this.reads): Promise<number> {
    return manager.countBy(TaskPromptEntity, { task_id, taken_at: IsNull(), ended_at: IsNull() });
  }

  async waitingCounts(taskIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (taskIds.length === 0) return new Map();
    const rows = await this.reads.manager
      .createQueryBuilder(TaskPromptEntity, 'prompt')
      .select('prompt.task_id', 'task_id')
      .addSelect('COUNT(*)', 'waiting')
      .where('prompt.task_id IN (:...taskIds)', { taskIds: [...taskIds] })
      .andWhere('prompt.taken_at IS NULL AND prompt.ended_at IS NULL')
      .groupBy('prompt.task_id')
      .getRawMany<{ task_id: string; waiting: number | string }>();
    return new Map(rows.map(({ task_id, waiting }) => [task_id, Number(waiting)]));
  }

  count(task_id: string, { manager }: In = this.reads): Promise<number> {
    return manager.countBy(TaskPromptEntity, { task_id });
  }

  /** Gives up all that are not ended. */
  async giveUp({ manager }: In, task_id: string, at: number): Promise<void> {
    await manager.update(TaskPromptEntity, { task_id, ended_at: IsNull() }, { ended_at: at });
  }

  /** The newest ones, oldest of them first. */
  async last(task_id: string, most: number): Promise<TaskPromptEntity[]> {
    const rows = await this.reads.manager.find(TaskPromptEntity, {
      where: { task_id },
      order: { number: 'DESC' },
      take: most,
    });
    return rows.reverse();
  }
}

function first({ task_id }: { task_id: string }) {
  return {
    where: { task_id, taken_at: IsNull(), ended_at: IsNull() },
    order: { number: 'ASC' },
  } as const;
}
