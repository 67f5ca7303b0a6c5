import { Injectable, computed, inject, signal } from '@angular/core';
import { watch } from '@kenny/client';
import {
  needsPerson,
  type ApprovalView,
  type TaskView,
  type WaitingTask,
} from '@kenny/contract/web';
import { ApprovalsStore } from '../approvals/approvals-store';
import { asApiError, type ApiError } from '../http/api-error';
import { plainOrder } from '../plain-order';
import { LiveSocket } from '../subscriptions/live-socket';

/** Tasks that do not go on without a person: the one source for the menu, the title and Today. */
@Injectable({ providedIn: 'root' })
export class WaitingTasks {
  private readonly socket = inject(LiveSocket);
  private readonly approvals = inject(ApprovalsStore);
  private readonly byId = signal<ReadonlyMap<string, WaitingTask>>(new Map());
  private readonly fault = signal<ApiError | null>(null);
  private readonly arrived = signal(false);

  readonly error = this.fault.asReadonly();
  readonly ready = this.arrived.asReadonly();
  readonly all = computed(() => [...this.byId().values()]);
  /** Those that are not counted among the requests already, those that wait longest first. */
  readonly beside = computed(() => besideRequests(this.all(), this.approvals.waiting()));

  private stop: (() => void) | undefined;

  start(): void {
    this.stop ??= watch(this.socket, {
      topic: 'waiting_task',
      subscribe: 'waiting_task.subscribe',
      payload: () => ({}),
      event: 'waiting_task.changed',
      snapshot: ({ items }) => {
        this.byId.set(new Map(items.map((task) => [task.id, task])));
        this.fault.set(null);
        this.arrived.set(true);
      },
      patch: ({ task_id, task }) => {
        const next = new Map(this.byId());
        next.delete(task_id);
        if (task) next.set(task_id, task);
        this.byId.set(next);
      },
      failed: (error) => this.fault.set(asApiError(error).ofRead()),
    });
  }

  clear(): void {
    this.stop?.();
    this.stop = undefined;
    this.byId.set(new Map());
    this.arrived.set(false);
  }
}

/**
 * Tasks that do not go on without a person, those that wait longest first.
 * @param waiting - requests that are listed: a task that waits for nothing else is not listed beside them
 */
export function besideRequests<
  T extends Pick<TaskView, 'id' | 'state' | 'waits_for' | 'updated_at'>,
>(tasks: readonly T[], waiting: readonly ApprovalView[]): T[] {
  const asking = new Set(
    waiting.flatMap(({ requested_by: { kind, id } }) => (kind === 'task' ? [id] : [])),
  );
  const waitsForThese = ({ id, waits_for }: T) =>
    asking.has(id) && waits_for.length > 0 && waits_for.every(({ kind }) => kind === 'approval');
  return tasks
    .filter((task) => needsPerson(task.state) && !waitsForThese(task))
    .sort((a, b) => plainOrder(a.updated_at, b.updated_at) || plainOrder(a.id, b.id));
}
