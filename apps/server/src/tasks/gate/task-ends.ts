import { Injectable } from '@nestjs/common';
import { TaskAccess } from '../../auth/index.js';
import { Writer, type Tx } from '../../database/index.js';
import { ApprovalsService } from '../../policy/index.js';
import { TaskPermissions } from './task-permissions.js';

/** What becomes of a task's requests when it stops, ends or is deleted: each in one transaction. */
@Injectable()
export class TaskEnds {
  constructor(
    private readonly writer: Writer,
    private readonly access: TaskAccess,
    private readonly approvals: ApprovalsService,
    private readonly permissions: TaskPermissions,
  ) {}

  /** Stopped, and may go on: nothing that it asked for is decided any more. */
  async stopIn(tx: Tx, taskId: string, why: string): Promise<void> {
    await this.approvals.cancelOfTask(tx, taskId, why);
    await this.permissions.cancelIn(tx, { task_id: taskId }, 'task_ended');
  }

  /** Over, or deleted: its tokens end as well. */
  async endIn(tx: Tx, taskId: string, why: string): Promise<void> {
    await this.stopIn(tx, taskId, why);
    await this.access.endIn(tx, taskId);
  }

  endOf(taskId: string, why: string): Promise<void> {
    return this.writer.write((tx) => this.endIn(tx, taskId, why));
  }
}
