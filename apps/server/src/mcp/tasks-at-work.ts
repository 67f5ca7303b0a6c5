import type { Clock } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import {
  CLOCK,
  EventBus,
  KennyError,
  taskOf,
  type EventMap,
  type Principal,
} from '../kernel/index.js';

/** The turn that a task's agent works at, told by whoever runs tasks. */
export interface TurnAtWork {
  /** Named by approvals and the audit log, as those of a conversation are. */
  readonly session_id: string;
  readonly turn_id: string;
  /** The task's sensitive reads so far, also those from before a restart. */
  readonly reads: () => readonly string[];
  /** Resolves when it is durable: only then is the agent told what was read. */
  readonly noteRead: (read: string) => Promise<void>;
}

/**
 * Which tasks are at work. A task's tools work during its turns: what a stopped or finished agent
 * still calls is refused, so that nobody is asked about it.
 */
@Injectable()
export class TasksAtWork {
  private readonly turns = new Map<string, TurnAtWork>();

  constructor(
    private readonly events: EventBus,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  begin(taskId: string, turn: TurnAtWork): void {
    this.turns.set(taskId, turn);
  }

  /** Of a turn that another has followed: does nothing. */
  end(taskId: string, turnId: string): void {
    if (this.turns.get(taskId)?.turn_id === turnId) this.turns.delete(taskId);
  }

  /**
   * Undefined when it is no task that asks.
   * @throws KennyError `conflict` when the task is not at work
   */
  turnOf(principal: Principal): TurnAtWork | undefined {
    const task = taskOf(principal);
    if (task === undefined) return undefined;
    const turn = this.turns.get(task);
    if (turn) return turn;
    throw new KennyError(
      'conflict',
      'This task is not at work now: nothing has run. End your turn.',
    );
  }

  /** Tells that the client of a task's agent has come so far. */
  tell(principal: Principal, step: EventMap['task.tools']['step']): void {
    const task_id = taskOf(principal);
    if (task_id !== undefined) {
      this.events.emit('task.tools', { task_id, step, at: this.clock.now() });
    }
  }
}
