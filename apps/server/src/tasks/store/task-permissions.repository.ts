import { Injectable } from '@nestjs/common';
import { IsNull, type FindOptionsWhere } from 'typeorm';
import { insertRows, Reads, type Tx } from '../../database/index.js';
import { TaskPermissionEntity } from './task-permission.entity.js';

export type EndOfPermission = Pick<
  TaskPermissionEntity,
  'outcome' | 'option_id' | 'why' | 'decided_by' | 'decided_at'
>;

/** Of one task or of one run. */
export type PermissionsOf = { readonly task_id: string } | { readonly run_id: string };

/** Of one task, those that have ended: its newest. */
const MOST_KEPT = 1_000;
/** As many as one list shows. */
const MOST_LISTED = 500;

/** Rows of permissions. */
@Injectable()
export class TaskPermissionsRepository {
  constructor(private readonly reads: Reads) {}

  byId(id: string, tx?: Tx): Promise<TaskPermissionEntity | null> {
    return (tx ?? this.reads).manager.findOne(TaskPermissionEntity, { where: { id } });
  }

  /** Those that wait, oldest first. */
  open(of?: PermissionsOf, tx?: Tx): Promise<TaskPermissionEntity[]> {
    return (tx ?? this.reads).manager.find(TaskPermissionEntity, {
      where: { ...of, outcome: IsNull() },
      order: { created_at: 'ASC', id: 'ASC' },
      take: MOST_LISTED,
    });
  }

  /** All of a task, newest first. */
  ofTask(task_id: string): Promise<TaskPermissionEntity[]> {
    return this.reads.manager.find(TaskPermissionEntity, {
      where: { task_id },
      order: { created_at: 'DESC', id: 'DESC' },
      take: MOST_LISTED,
    });
  }

  countOpen(tx: Tx, task_id: string): Promise<number> {
    return tx.manager.countBy(TaskPermissionEntity, { task_id, outcome: IsNull() });
  }

  /** An agent that asks without end fills no disk: its oldest go, the audit log keeps its rows. */
  async add(tx: Tx, row: TaskPermissionEntity): Promise<void> {
    const json = { shown: JSON.stringify(row.shown), options: JSON.stringify(row.options) };
    const stored = { ...row, ...json, agents: row.agents && JSON.stringify(row.agents) };
    await insertRows(tx.manager, 'task_permissions', Object.keys(stored), [Object.values(stored)]);
    const where: FindOptionsWhere<TaskPermissionEntity> = { task_id: row.task_id };
    const over = (await tx.manager.countBy(TaskPermissionEntity, where)) - MOST_KEPT;
    if (over <= 0) return;
    const oldest = await tx.manager
      .createQueryBuilder(TaskPermissionEntity, 'permission')
      .select('permission.id', 'id')
      .where('permission.task_id = :task_id AND permission.outcome IS NOT NULL', where)
      .orderBy('permission.created_at', 'ASC')
      .limit(over)
      .getRawMany<{ id: string }>();
    for (const { id } of oldest) await tx.manager.delete(TaskPermissionEntity, { id });
  }

  /** False when it had ended: the first end is the only one. */
  async end(tx: Tx, id: string, end: EndOfPermission): Promise<boolean> {
    const where = { id, outcome: IsNull() };
    const { affected } = await tx.manager.update(TaskPermissionEntity, where, end);
    return affected === 1;
  }
}
