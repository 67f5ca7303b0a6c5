import { Bool, ListOf, Nullable, OneOf, Optional, Text, Whole } from '../../define/decorators.js';
import {
  AGENT_TYPE_ID_PATTERN,
  START_STATUSES,
  TASK_LIMITS,
  TASK_PRIORITY,
  TASK_STATES,
  type StartStatus,
  type TaskState,
} from '../vocabulary.js';

const PRIORITY = { min: TASK_PRIORITY.least, max: TASK_PRIORITY.most };

/** `POST /api/tasks/{id}/start`: a field that is left out stays as the task says. */
export class StartTaskBody {
  @Optional()
  @Text({ pattern: AGENT_TYPE_ID_PATTERN, max: 64 })
  agent_type?: string;

  @Optional()
  @Whole(PRIORITY)
  priority?: number;
}

export class StopTaskBody {
  /** For the audit log. */
  @Optional()
  @Text({ max: TASK_LIMITS.reason })
  reason?: string;

  /** Does not ask the agent first: its processes end at once. */
  @Optional()
  @Bool()
  force?: boolean;
}

export class PromptTaskBody {
  @Text({ min: 1, max: TASK_LIMITS.prompt })
  prompt!: string;
}

/** `PATCH /api/tasks/queue/{id}`. */
export class ReprioritiseBody {
  @Whole(PRIORITY)
  priority!: number;
}

/** Of everything that is done to a task; `success` is the seed's, an error comes as one. */
export class TaskDone {
  @Bool()
  success!: boolean;

  @Text({ max: 64 })
  task_id!: string;
}

export class TaskStarted extends TaskDone {
  /** null: it waits for a slot. */
  @Nullable()
  @Text({ max: 64 })
  agent_instance_id!: string | null;

  @OneOf(START_STATUSES)
  status!: StartStatus;

  /** Place in the queue, 1 is next; of status `QUEUED` alone. */
  @Optional()
  @Whole({ min: 1 })
  position?: number;
}

export class TaskTriggered extends TaskStarted {
  @Text({ max: 200 })
  message!: string;
}

/** The task as it is after it. */
export class TaskMoved extends TaskDone {
  @OneOf(TASK_STATES)
  state!: TaskState;
}

export class TaskPrompted extends TaskMoved {
  @Text({ max: 64 })
  prompt_id!: string;
}

export class TaskCompleted extends TaskMoved {
  @Text({ max: 200 })
  message!: string;
}

/** Counts since the server started. */
export class OrchestratorStatus {
  @Bool()
  running!: boolean;

  /** Turns at work: those that hold a slot. */
  @Whole({ min: 0 })
  active_agents!: number;

  @Whole({ min: 0 })
  queued_tasks!: number;

  @Whole({ min: 0 })
  max_concurrent!: number;

  /** Turns that ended, however. */
  @Whole({ min: 0 })
  total_processed!: number;

  @Whole({ min: 0 })
  total_failed!: number;

  @Whole({ min: 0 })
  uptime_seconds!: number;

  @Text({ max: 40 })
  last_heartbeat!: string;
}

export class QueueEntry {
  @Text({ max: 64 })
  task_id!: string;

  @Text({ max: TASK_LIMITS.title })
  title!: string;

  @Whole(PRIORITY)
  priority!: number;

  @Text({ max: 40 })
  queued_at!: string;

  /** 1 is next. */
  @Whole({ min: 1 })
  position!: number;

  /** After a failure: not before. */
  @Nullable()
  @Text({ max: 40 })
  not_before!: string | null;
}

/** In the order in which they start. */
export class TaskQueue {
  @ListOf(() => QueueEntry, TASK_LIMITS.queued)
  tasks!: QueueEntry[];

  @Whole({ min: 0 })
  total!: number;
}
