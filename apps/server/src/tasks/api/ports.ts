import type {
  AgentInstanceList,
  AgentInstanceView,
  CreateTaskBody,
  MoveTaskBody,
  OrchestratorStatus,
  StartTaskBody,
  StopTaskBody,
  StoredTaskEvent,
  TaskCompleted,
  TaskDetail,
  TaskDiff,
  TaskList,
  TaskLogs,
  TaskMoved,
  TaskPrompted,
  TaskQueue,
  TaskStarted,
  TaskState,
  TaskTriggered,
  TaskView,
  UpdateTaskBody,
  WaitingTask,
} from '@kenny/contract';
import type { CallContext, Principal } from '../../kernel/index.js';

export interface TasksWanted {
  readonly board_id?: string | undefined;
  readonly states?: readonly TaskState[] | undefined;
  readonly agent_type?: string | undefined;
  readonly owner_id?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface TaskEventsPage {
  readonly events: readonly StoredTaskEvent[];
  /** There are more after these. */
  readonly cut: boolean;
  /** Some of those that were asked for are not kept any more. */
  readonly gap: boolean;
}

/**
 * Tasks as every door has them. Each of these throws `not_found` for a task that is not there or
 * whose PCs the caller does not reach, `forbidden` where they may see it and not do this.
 */
export abstract class TasksApi {
  abstract create(ctx: CallContext, body: CreateTaskBody): Promise<TaskView>;
  abstract get(ctx: CallContext, id: string): Promise<TaskDetail>;
  abstract list(ctx: CallContext, wanted: TasksWanted): Promise<TaskList>;
  /** Those that do not go on without a person, of those that the caller sees. */
  abstract waiting(principal: Principal): Promise<WaitingTask[]>;
  abstract update(ctx: CallContext, id: string, body: UpdateTaskBody): Promise<TaskView>;
  abstract delete(ctx: CallContext, id: string): Promise<void>;
  abstract move(ctx: CallContext, id: string, body: MoveTaskBody): Promise<TaskView>;
  /** @throws KennyError `conflict` */
  abstract setState(ctx: CallContext, id: string, state: TaskState): Promise<TaskView>;
  /** The last events, oldest first. */
  abstract logs(ctx: CallContext, id: string, limit: number): Promise<TaskLogs>;
  abstract diff(ctx: CallContext, id: string): Promise<TaskDiff>;
  /** Throws unless the caller may read what is said in it. Resolves with the last event's number. */
  abstract readable(ctx: CallContext, id: string): Promise<number>;
  /** For somebody who may read it. */
  abstract events(id: string, since: number, limit: number): Promise<TaskEventsPage>;
  abstract instances(ctx: CallContext, taskId?: string): Promise<AgentInstanceList>;
  abstract instance(ctx: CallContext, instanceId: string): Promise<AgentInstanceView>;
}

/** Turns of tasks, and the queue of those that wait for a slot. */
export abstract class OrchestratorApi {
  abstract start(ctx: CallContext, id: string, body: StartTaskBody): Promise<TaskStarted>;
  abstract stop(ctx: CallContext, id: string, body: StopTaskBody): Promise<TaskMoved>;
  abstract prompt(ctx: CallContext, id: string, prompt: string): Promise<TaskPrompted>;
  abstract complete(ctx: CallContext, id: string): Promise<TaskCompleted>;
  abstract trigger(ctx: CallContext, id: string): Promise<TaskTriggered>;
  abstract status(ctx: CallContext): Promise<OrchestratorStatus>;
  abstract queue(ctx: CallContext): Promise<TaskQueue>;
  abstract reprioritise(ctx: CallContext, id: string, priority: number): Promise<TaskQueue>;
  abstract dequeue(ctx: CallContext, id: string): Promise<TaskMoved>;
}
