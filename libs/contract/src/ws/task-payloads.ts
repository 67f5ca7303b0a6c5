import {
  AnyObject,
  ListOf,
  Nullable,
  OneOf,
  Optional,
  Text,
  TextList,
  Whole,
} from '../define/decorators.js';
import {
  CreateColumnBody,
  MoveTaskBody,
  PromptTaskBody,
  ReprioritiseBody,
  RespondPermissionBody,
  StartTaskBody,
  StopTaskBody,
  Succeeded,
  TaskDone,
  TaskEventView,
  TaskStateBody,
  UpdateBoardBody,
  UpdateColumnBody,
  UpdateTaskBody,
} from '../tasks/shapes/index.js';
import {
  AGENT_TYPE_ID_PATTERN,
  TASK_LIMITS,
  TASK_STATES,
  type TaskState,
} from '../tasks/vocabulary.js';

/** Payloads of `task.*`, `orchestrator.*`, `permission.*`, `agent.*`, `board.*`, `column.*` (seed 003). */

const ID = { min: 1, max: 64 } as const;

/** `task.get`, `board.get` and what else the seed names by `id`. */
export class ById {
  @Text(ID)
  id!: string;
}

export class ByTask {
  @Text(ID)
  task_id!: string;
}

/** As the query of `GET /api/tasks`. */
export class ListTasks {
  @Optional()
  @Text(ID)
  board_id?: string;

  @Optional()
  @TextList({ max: TASK_STATES.length, of: TASK_STATES })
  states?: TaskState[];

  @Optional()
  @Text({ min: 1, max: 64 })
  agent_type?: string;

  /** Of this operator alone. */
  @Optional()
  @Text({ min: 1, max: 128 })
  owner_id?: string;

  @Optional()
  @Whole({ min: 1, max: TASK_LIMITS.page })
  limit?: number;

  @Optional()
  @Text({ max: 200 })
  cursor?: string;
}

export class UpdateTask extends UpdateTaskBody {
  @Text(ID)
  id!: string;
}

export class MoveTask extends MoveTaskBody {
  @Text(ID)
  id!: string;
}

export class SetTaskState extends TaskStateBody {
  @Text(ID)
  id!: string;
}

export class SubscribeTask extends ByTask {
  /** Events after this one come before `task.replay_done`; without it, only new ones come. */
  @Optional()
  @Whole({ min: 0 })
  since_seq?: number;
}

export class ReadTaskLogs extends ByTask {
  /** The last so many. */
  @Optional()
  @Whole({ min: 1, max: TASK_LIMITS.eventsPage })
  limit?: number;
}

export class StartTask extends StartTaskBody {
  @Text(ID)
  task_id!: string;
}

export class StopTask extends StopTaskBody {
  @Text(ID)
  task_id!: string;
}

export class PromptTask extends PromptTaskBody {
  @Text(ID)
  task_id!: string;
}

export class Reprioritise extends ReprioritiseBody {
  @Text(ID)
  task_id!: string;
}

export class ListPermissions {
  @Optional()
  @Text(ID)
  task_id?: string;
}

export class RespondPermission extends RespondPermissionBody {
  @Text(ID)
  task_id!: string;

  @Text(ID)
  pending_id!: string;
}

export class ListAgentInstances {
  @Optional()
  @Text(ID)
  task_id?: string;
}

/** Here, as in the seed's documents, `agent_id` is an agent instance, and not a PC. */
export class ByAgentInstance {
  @Text(ID)
  agent_id!: string;
}

export class ReadAgentLogs extends ByAgentInstance {
  @Optional()
  @Whole({ min: 1, max: TASK_LIMITS.eventsPage })
  limit?: number;
}

export class LaunchAgent extends ByTask {
  @Text({ pattern: AGENT_TYPE_ID_PATTERN, max: 64 })
  agent_type!: string;

  /** Of earlier clients: refused, the agent type alone says where it works. */
  @Optional()
  @Text({ max: 4_096 })
  workspace_path?: string;

  /** Of earlier clients: refused, the agent type alone says with which environment it runs. */
  @Optional()
  @AnyObject()
  env?: Record<string, unknown>;
}

export class ByBoard {
  @Text(ID)
  board_id!: string;
}

export class UpdateBoard extends UpdateBoardBody {
  @Text(ID)
  id!: string;
}

export class CreateColumn extends CreateColumnBody {
  @Text(ID)
  board_id!: string;
}

export class UpdateColumn extends UpdateColumnBody {
  @Text(ID)
  id!: string;
}

/** Events after `since_seq` follow as notifications, then `task.replay_done`. */
export class TaskSubscribed extends TaskDone {
  /** The last event that there is. */
  @Whole({ min: 0 })
  seq!: number;
}

export class AgentLaunched extends Succeeded {
  @Text({ max: 64 })
  task_id!: string;

  /** The agent instance; null: it waits for a slot. */
  @Nullable()
  @Text({ max: 64 })
  agent_id!: string | null;
}

/** The last events of one agent instance, oldest first. */
export class AgentLogs {
  @Text({ max: 64 })
  agent_id!: string;

  @ListOf(() => TaskEventView, TASK_LIMITS.eventsPage)
  logs!: TaskEventView[];

  @Text({ max: 200 })
  message!: string;
}

export class Healthy {
  @OneOf(['ok'])
  status!: 'ok';

  @OneOf(['kenny'])
  service!: 'kenny';

  @OneOf(['unified'])
  mode!: 'unified';
}
