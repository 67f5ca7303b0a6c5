import type { TaskWait } from '@kenny/contract';
import { Injectable } from '@nestjs/common';

export interface OpenWait {
  readonly kind: TaskWait;
  readonly id: string;
}

/** What of each task waits for a person. Found again at a start: it is told by those who store it. */
@Injectable()
export class TaskWaits {
  private readonly open = new Map<string, Map<string, TaskWait>>();

  of(task_id: string): OpenWait[] {
    return [...(this.open.get(task_id) ?? [])].map(([id, kind]) => ({ id, kind }));
  }

  /** False when that was known. */
  add(task_id: string, kind: TaskWait, id: string): boolean {
    const ofTask = this.open.get(task_id) ?? new Map<string, TaskWait>();
    if (ofTask.has(id)) return false;
    this.open.set(task_id, ofTask.set(id, kind));
    return true;
  }

  remove(task_id: string, id: string): boolean {
    const ofTask = this.open.get(task_id);
    if (!ofTask?.delete(id)) return false;
    if (ofTask.size === 0) this.open.delete(task_id);
    return true;
  }
}
