import type { TaskEntity, TaskPromptEntity } from '../store/index.js';
import type { AgentFault } from './agents.js';

/** A task that holds a slot, from when it was taken out of the queue until its turn is really over. */
export class Work {
  turn_id: string | undefined;
  /** Its conversation, once there is one. */
  session_id: string | undefined;
  /** The brain is at it; resolves when it has let go. */
  thinking: Promise<void> | undefined;
  /** Why its turn is ended from outside; undefined: by the agent itself. */
  fault: AgentFault | undefined;
  private readonly controller = new AbortController();
  private forced = false;
  private wakeForced: () => void = () => undefined;
  private wakeLost: () => void = () => undefined;
  /** Resolves when it is to end at once, without asking the agent. */
  readonly byForce = new Promise<void>((resolve) => (this.wakeForced = resolve));

  /** Resolves when the agent has not ended its turn in time. */
  readonly lost = new Promise<void>((resolve) => (this.wakeLost = resolve));
  private wakeOver: () => void = () => undefined;
  /** Resolves when its slot is free again. */
  readonly over = new Promise<void>((resolve) => (this.wakeOver = resolve));
  /** Sensitive reads of the task so far. */
  reads: readonly string[];

  constructor(
    /** As it was when it was taken. */
    readonly task: TaskEntity,
    readonly prompt: TaskPromptEntity,
    /** The agent that works on it. */
    readonly run_id: string,
    /** It was begun before and came to no end. */
    readonly again: boolean,
    /** Of its turn; null: its agent may not run, which its start will say. */
    readonly timeoutMs: number | null,
  ) {
    this.reads = task.tainted_by;
    this.session_id = task.session_id ?? undefined;
  }

  get task_id(): string {
    return this.task.id;
  }

  /** Aborted when the turn is to end early. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  get isForced(): boolean {
    return this.forced;
  }

  close(): void {
    this.wakeOver();
  }

  lose(): void {
    this.wakeLost();
  }

  end(fault: AgentFault | undefined, force: boolean): void {
    this.fault ??= fault;
    this.controller.abort();
    if (!force || this.forced) return;
    this.forced = true;
    this.wakeForced();
  }
}
