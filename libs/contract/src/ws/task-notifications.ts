import { AnyObject, ListOf, Nullable, OneOf, Text, Whole } from '../define/decorators.js';
import { PermissionOptionView } from '../tasks/shapes/index.js';
import { TASK_LIMITS, TASK_STATES, type TaskState } from '../tasks/vocabulary.js';
import type { EventDefinition } from './definition.js';

/** What is told to those who have subscribed to a task (seed 003). */

/** What happened in a task; `data` is that of the notification's name. */
export class TaskNotification {
  @Text({ max: 64 })
  task_id!: string;

  /** The name of the notification after its dot. */
  @Text({ max: 64 })
  type!: string;

  @AnyObject()
  data!: Record<string, unknown>;

  @Text({ max: 40 })
  timestamp!: string;

  /** Of the event behind it: several notifications may have the same; a heartbeat has the last one's. */
  @Whole({ min: 0 })
  seq!: number;
}

export class TaskUpdated extends TaskNotification {
  @Text({ max: 64 })
  id!: string;

  @OneOf(TASK_STATES)
  state!: TaskState;

  @OneOf(TASK_STATES)
  previous_state!: TaskState;
}

export class AgentUpdated extends TaskNotification {
  /** The agent instance. */
  @Nullable()
  @Text({ max: 64 })
  id!: string | null;

  @Text({ max: 20 })
  status!: string;

  @Whole({ min: 0, max: 100 })
  progress!: number;
}

export class PermissionRequested extends TaskNotification {
  @Text({ max: 64 })
  pending_id!: string;

  @Text({ max: 256 })
  session_id!: string;

  @Text({ max: 256 })
  tool_call_id!: string;

  @Text({ max: 2_000 })
  title!: string;

  @ListOf(() => PermissionOptionView, TASK_LIMITS.permissionOptions)
  options!: PermissionOptionView[];

  @Text({ max: 40 })
  created_at!: string;
}

export class PermissionResolved extends TaskNotification {
  @Text({ max: 64 })
  pending_id!: string;

  @Text({ max: 20 })
  outcome!: string;

  @Nullable()
  @Text({ max: 128 })
  option_id!: string | null;
}

/** All events that were asked for have been sent. */
export class TaskReplayDone {
  @Text({ max: 64 })
  task_id!: string;

  /** The last of them. */
  @Whole({ min: 0 })
  seq!: number;
}

/** What is told of them. */
export const TASK_NOTIFICATIONS = {
  'acp.progress': {
    payload: TaskNotification,
    purpose: 'how far the agent is: a plan, a tool call',
  },
  'acp.log': {
    payload: TaskNotification,
    purpose: 'what the agent says and thinks, and its output',
  },
  'acp.result': { payload: TaskNotification, purpose: 'a turn has ended' },
  'acp.error': { payload: TaskNotification, purpose: 'the agent, or what runs it, has failed' },
  'acp.status': { payload: TaskNotification, purpose: 'what became of the agent' },
  'acp.heartbeat': { payload: TaskNotification, purpose: 'nothing new, and the agent is at work' },
  'acp.update': {
    payload: TaskNotification,
    purpose: 'what the agent sent, as an update of ACP v1',
  },
  'task.updated': { payload: TaskUpdated, purpose: 'a task is in another state' },
  'agent.updated': { payload: AgentUpdated, purpose: 'an agent instance is in another state' },
  'permission.requested': {
    payload: PermissionRequested,
    purpose: 'the agent wants to use a tool of its own',
  },
  'permission.resolved': {
    payload: PermissionResolved,
    purpose: 'somebody answered, or it ended by itself',
  },
  'task.replay_done': {
    payload: TaskReplayDone,
    purpose: 'all events that were asked for have been sent',
  },
} as const satisfies Record<string, EventDefinition>;
