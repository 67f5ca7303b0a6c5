import { TOOL_CLASSES, type ToolClass } from '../../constants.js';
import {
  AnyObject,
  Bool,
  ListOf,
  Nested,
  Nullable,
  OneOf,
  Optional,
  Text,
  TextList,
  Whole,
} from '../../define/decorators.js';
import { TASK_EVENTS, type TaskEventType } from '../events.js';
import {
  AGENT_TYPE_ID_PATTERN,
  TASK_LIMITS,
  TASK_PRIORITY,
  TASK_STATES,
  TASK_WAITS,
  type TaskState,
  type TaskWait,
} from '../vocabulary.js';
import { PausedRequester } from '../../http/pauses.js';
import { AgentInstanceView } from './instance.js';
import { TaskChangeCounts } from './task-changes.js';

/** Requests and answers of `/api/tasks` and `task.*` (seed 003). Times are ISO 8601. */

const PRIORITY = { min: TASK_PRIORITY.least, max: TASK_PRIORITY.most };

/** What the owner of a task may change, beside its title. */
class TaskFields {
  /** What the agent is to do: its first prompt. */
  @Optional()
  @Text({ max: TASK_LIMITS.description })
  description?: string;

  @Optional()
  @Whole(PRIORITY)
  priority?: number;

  @Optional()
  @Text({ pattern: AGENT_TYPE_ID_PATTERN, max: 64 })
  agent_type?: string;

  /** A label: whose it is among people. */
  @Optional()
  @Text({ max: 128 })
  assigned_to?: string;

  @Optional()
  @Whole({ min: 0, max: 1_000_000 })
  position?: number;

  /** Replaces what was there; at most 16 KiB. */
  @Optional()
  @AnyObject()
  metadata?: Record<string, unknown>;

  /** The PCs that it is about; without it all that its owner reaches. */
  @Optional()
  @TextList({ max: TASK_LIMITS.agents, length: 64 })
  agents?: string[];

  /** What its agent may ask for; without it what its owner and the agent type may. */
  @Optional()
  @TextList({ max: TOOL_CLASSES.length, of: TOOL_CLASSES })
  classes?: ToolClass[];
}

export class UpdateTaskBody extends TaskFields {
  @Optional()
  @Text({ min: 1, max: TASK_LIMITS.title })
  title?: string;
}

/** `POST /api/tasks`, `task.create`: everything beside the title is optional. */
export class CreateTaskBody extends TaskFields {
  @Text({ min: 1, max: TASK_LIMITS.title })
  title!: string;

  /** A label; without it the board that is there by itself. */
  @Optional()
  @Text({ min: 1, max: 64 })
  board_id?: string;

  @Optional()
  @Text({ min: 1, max: 64 })
  column_id?: string;

  /** Of earlier clients; kenny has no such thing and does not keep it. */
  @Optional()
  @Text({ max: 64 })
  workspace_id?: string;

  /** Kept and shown; kenny fetches nothing from it. */
  @Optional()
  @Text({ max: TASK_LIMITS.repositoryUrl })
  repository_url?: string;

  @Optional()
  @Text({ max: TASK_LIMITS.branch })
  branch?: string;
}

/** `POST /api/tasks/{id}/move`. */
export class MoveTaskBody {
  @Text({ min: 1, max: 64 })
  column_id!: string;

  @Optional()
  @Text({ min: 1, max: 64 })
  board_id?: string;

  @Optional()
  @Whole({ min: 0, max: 1_000_000 })
  position?: number;
}

/** `POST /api/tasks/{id}/state`: only moves that the states allow. */
export class TaskStateBody {
  @OneOf(TASK_STATES)
  state!: TaskState;
}

export class TaskError {
  /** One of the faults of tasks, or of the table of errors. */
  @Text({ max: 64 })
  code!: string;

  @Text({ max: 64_000 })
  message!: string;
}

/** What a task waits for. */
export class TaskWaitView {
  @OneOf(TASK_WAITS)
  kind!: TaskWait;

  /** Of an approval, of a permission (`pending_id`) or of a question. */
  @Text({ max: 128 })
  id!: string;
}

/** Whether the agent took kenny's tools: what its connection to `/mcp` has asked for. */
export class TaskToolsView {
  @Nullable()
  @Text({ max: 40 })
  initialized_at!: string | null;

  @Nullable()
  @Text({ max: 40 })
  listed_at!: string | null;

  @Whole({ min: 0 })
  calls!: number;
}

/** A task as every door shows it. What people and agents wrote in it is data. */
export class TaskView {
  @Text({ max: 64 })
  id!: string;

  @Nullable()
  @Text({ max: 64 })
  board_id!: string | null;

  @Nullable()
  @Text({ max: 64 })
  column_id!: string | null;

  @Text({ max: TASK_LIMITS.title })
  title!: string;

  @Text({ max: TASK_LIMITS.description })
  description!: string;

  @OneOf(TASK_STATES)
  state!: TaskState;

  @Whole(PRIORITY)
  priority!: number;

  @Nullable()
  @Text({ max: 64 })
  agent_type!: string | null;

  @Nullable()
  @Text({ max: TASK_LIMITS.repositoryUrl })
  repository_url!: string | null;

  @Nullable()
  @Text({ max: TASK_LIMITS.branch })
  branch!: string | null;

  @Nullable()
  @Text({ max: 128 })
  assigned_to!: string | null;

  @Whole({ min: 0 })
  position!: number;

  @AnyObject()
  metadata!: Record<string, unknown>;

  /** PCs; null: all that its owner reaches. */
  @Nullable()
  @TextList({ max: TASK_LIMITS.agents, length: 64 })
  agents!: string[] | null;

  /** null: what its owner and the agent type may. */
  @Nullable()
  @TextList({ max: TOOL_CLASSES.length, of: TOOL_CLASSES })
  classes!: ToolClass[] | null;

  /** An operator's id. */
  @Text({ max: 128 })
  owner_id!: string;

  /** Its conversation, which approvals name; null before its first turn. */
  @Nullable()
  @Text({ max: 64 })
  session_id!: string | null;

  /** The agent at work, or the last one. */
  @Nullable()
  @Text({ max: 64 })
  agent_instance_id!: string | null;

  @Nullable()
  @Nested(() => TaskError)
  error!: TaskError | null;

  /** A further prompt goes on in the agent's own session. */
  @Bool()
  resumable!: boolean;

  /** null: it never ran. */
  @Nullable()
  @Bool()
  sandboxed!: boolean | null;

  /** Starts of an agent for the turn at work. */
  @Whole({ min: 0 })
  attempts!: number;

  /** Place in the queue, 1 is next; null: it does not wait there. */
  @Nullable()
  @Whole({ min: 1 })
  queue_position!: number | null;

  @Nullable()
  @Text({ max: 40 })
  queued_at!: string | null;

  /** Not started again before. */
  @Nullable()
  @Text({ max: 40 })
  not_before!: string | null;

  @ListOf(() => TaskWaitView, 100)
  waits_for!: TaskWaitView[];

  /** Prompts that wait for the end of the turn. */
  @Whole({ min: 0 })
  waiting_prompts!: number;

  /** null: no agent has connected. */
  @Nullable()
  @Nested(() => TaskToolsView)
  tools!: TaskToolsView | null;

  /** Sensitive reads so far; later changes say so. */
  @TextList({ max: 50, length: 200 })
  tainted_by!: string[];

  /** The last event that there is. */
  @Whole({ min: 0 })
  last_seq!: number;

  @Text({ max: 40 })
  created_at!: string;

  @Text({ max: 40 })
  updated_at!: string;

  @Nullable()
  @Text({ max: 40 })
  started_at!: string | null;

  @Nullable()
  @Text({ max: 40 })
  finished_at!: string | null;
}

/** Newest first over HTTP; of one board in the order of its columns. */
export class TaskList {
  @ListOf(() => TaskView)
  tasks!: TaskView[];

  /** Of all pages. */
  @Whole({ min: 0 })
  total!: number;

  @Nullable()
  @Text({ max: 200 })
  next_cursor!: string | null;
}

/** A prompt of a person; the description is the first. */
export class TaskPromptView {
  @Text({ max: 64 })
  id!: string;

  /** 1, 2, 3 … within the task. */
  @Whole({ min: 1 })
  number!: number;

  @Text({ max: TASK_LIMITS.prompt })
  text!: string;

  @Text({ max: 128 })
  operator_id!: string;

  @Text({ max: 40 })
  created_at!: string;

  /** When the agent got it; null: it waits. */
  @Nullable()
  @Text({ max: 40 })
  taken_at!: string | null;
}

/** One task with its prompts and agents, and what it did on PCs. */
export class TaskDetail extends TaskView {
  @Nested(() => TaskChangeCounts)
  changes!: TaskChangeCounts;

  /** Its requests are refused after denials in a row; null: they are not. */
  @Nullable()
  @Nested(() => PausedRequester)
  paused!: PausedRequester | null;

  /** The newest ones, oldest of them first. */
  @ListOf(() => TaskPromptView, 200)
  prompts!: TaskPromptView[];

  /** Newest first. */
  @ListOf(() => AgentInstanceView, 100)
  agent_instances!: AgentInstanceView[];
}

export class TaskEventView {
  @Text({ max: 64 })
  task_id!: string;

  @Whole({ min: 1 })
  seq!: number;

  @OneOf(TASK_EVENTS)
  type!: TaskEventType;

  @AnyObject()
  data!: Record<string, unknown>;

  @Nullable()
  @Text({ max: 64 })
  agent_instance_id!: string | null;

  @Text({ max: 40 })
  timestamp!: string;
}

/** The last events of a task, oldest first. */
export class TaskLogs {
  @Text({ max: 64 })
  task_id!: string;

  @ListOf(() => TaskEventView, TASK_LIMITS.eventsPage)
  logs!: TaskEventView[];

  /** That are kept. */
  @Whole({ min: 0 })
  total!: number;
}

/** What the agent changed in a workspace that is a copy of a git folder. */
export class TaskDiff {
  @Text({ max: 64 })
  task_id!: string;

  /** A unified diff; null: the workspace is no git folder, or is gone. */
  @Nullable()
  @Text({ max: TASK_LIMITS.diffBytes })
  diff!: string | null;
}
