import { iso } from '@kenny/kernel';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EventBus, type EventMap } from '../../kernel/index.js';

/** How far the agent of a task has come with kenny's tools, in its present run. */
export interface Attached {
  readonly initialized_at: string | null;
  readonly listed_at: string | null;
  readonly calls: number;
}

const NOT_YET: Attached = { initialized_at: null, listed_at: null, calls: 0 };

/** Whether agents attached the tools that they were given; in memory only, as runs are. */
@Injectable()
export class ToolsAttached implements OnModuleInit {
  private readonly byTask = new Map<string, Attached>();

  constructor(private readonly events: EventBus) {}

  onModuleInit(): void {
    this.events.on('task.tools', (fact) => this.note(fact));
    this.events.on('task.access_ended', ({ task_id }) => void this.byTask.delete(task_id));
  }

  /** Null when it has not run since the server started. */
  of(taskId: string): Attached | null {
    return this.byTask.get(taskId) ?? null;
  }

  /** A run begins: what the one before had does not count. */
  begin(taskId: string): void {
    this.byTask.set(taskId, NOT_YET);
  }

  private note({ task_id, step, at }: EventMap['task.tools']): void {
    const before = this.byTask.get(task_id);
    if (!before) return;
    const now = iso(at);
    this.byTask.set(task_id, {
      // Newer clients do not initialize: they come with their first question.
      initialized_at: before.initialized_at ?? now,
      listed_at: before.listed_at ?? (step === 'listed' ? now : null),
      calls: before.calls + (step === 'called' ? 1 : 0),
    });
  }
}
