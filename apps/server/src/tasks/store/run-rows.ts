import type { AgentInstanceState } from '@kenny/contract';
import { Injectable } from '@nestjs/common';
import { In as OneOf, IsNull, Not } from 'typeorm';
import { Reads, type Tx } from '../../database/index.js';
import { TaskRunEntity } from './task-run.entity.js';

type In = Pick<Tx, 'manager'>;

const LIVE: AgentInstanceState[] = ['PENDING', 'STARTING', 'RUNNING', 'READY'];

/** Agents of tasks, those that have ended too. */
@Injectable()
export class RunRows {
  constructor(private readonly reads: Reads) {}

  async get(id: string, { manager }: In = this.reads): Promise<TaskRunEntity | undefined> {
    return (await manager.findOneBy(TaskRunEntity, { id })) ?? undefined;
  }

  async insert({ manager }: In, run: TaskRunEntity): Promise<void> {
    const row: object = run;
    await manager.insert(TaskRunEntity, row);
  }

  async change({ manager }: In, id: string, fields: Partial<TaskRunEntity>): Promise<void> {
    const changed: object = fields;
    await manager.update(TaskRunEntity, { id }, changed);
  }

  /** Newest first. */
  ofTask(task_id: string, most: number, { manager }: In = this.reads): Promise<TaskRunEntity[]> {
    return manager.find(TaskRunEntity, {
      where: { task_id },
      order: { started_at: 'DESC', id: 'DESC' },
      take: most,
    });
  }

  /** Of all tasks, newest first. */
  recent(most: number): Promise<TaskRunEntity[]> {
    return this.reads.manager.find(TaskRunEntity, {
      order: { started_at: 'DESC', id: 'DESC' },
      take: most,
    });
  }

  /** The newest of each task, by the task's id. */
  async newest(taskIds: readonly string[]): Promise<ReadonlyMap<string, TaskRunEntity>> {
    const rows = await this.reads.manager.find(TaskRunEntity, {
      where: { task_id: OneOf([...taskIds]) },
      order: { started_at: 'ASC', id: 'ASC' },
    });
    return new Map(rows.map((row) => [row.task_id, row]));
  }

  /** The last one that had a session of its own. */
  async withSession(task_id: string): Promise<TaskRunEntity | undefined> {
    const row = await this.reads.manager.findOne(TaskRunEntity, {
      where: { task_id, acp_session_id: Not(IsNull()) },
      order: { started_at: 'DESC', id: 'DESC' },
    });
    return row ?? undefined;
  }

  /** That are not known to have ended, newest first. */
  live({ manager }: In = this.reads): Promise<TaskRunEntity[]> {
    return manager.find(TaskRunEntity, {
      where: { status: OneOf(LIVE) },
      order: { started_at: 'DESC', id: 'DESC' },
    });
  }
}
