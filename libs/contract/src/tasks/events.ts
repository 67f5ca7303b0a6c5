import type {
  AcpStopReason,
  AgentInstanceState,
  PermissionOptionKind,
  PermissionOutcome,
  SessionOrigin,
  TaskState,
  TaskWait,
} from './vocabulary.js';

/**
 * What happens in a task, as it is stored: `seq` is 1, 2, 3 … within the task without a gap, also
 * over restarts. What an agent says is data.
 */
export const TASK_EVENTS = [
  /** What an agent said, as an update of ACP v1; other dialects are translated, unknown ones kept. */
  'update',
  /** A line of the agent's output, or a word of kenny itself. */
  'log',
  /** How far it is, by its own word (older agents). */
  'progress',
  /** A turn has ended. */
  'result',
  'error',
  'status',
  /** Nothing happened for a while, and the agent is at work. */
  'heartbeat',
  'session',
  /** A prompt of a person was handed to the agent. */
  'prompt',
  'state',
  'agent',
  /** A change waits for its approval, or the agent asks something. */
  'waiting',
  'permission_requested',
  'permission_resolved',
] as const;
export type TaskEventType = (typeof TASK_EVENTS)[number];

export type TaskLogLevel = 'debug' | 'info' | 'warn' | 'error';

/** An update of ACP v1 as an agent sends it: only what is read here is named, all of it is kept. */
export interface AcpUpdate {
  readonly sessionUpdate: string;
  readonly [key: string]: unknown;
}

export interface PermissionOption {
  readonly option_id: string;
  readonly name: string;
  readonly kind: PermissionOptionKind;
}

export interface TaskEventData {
  update: AcpUpdate;
  log: {
    readonly level: TaskLogLevel;
    readonly message: string;
    readonly metadata?: Readonly<Record<string, unknown>>;
  };
  progress: {
    /** 0 to 100. */
    readonly progress: number;
    readonly message: string;
    readonly stage?: string;
    readonly current_file?: string;
    readonly files_processed?: number;
    readonly total_files?: number;
  };
  result: {
    readonly status: 'completed' | 'failed' | 'cancelled';
    readonly summary: string;
    readonly stop_reason: AcpStopReason | null;
    readonly artifacts?: readonly unknown[];
  };
  error: {
    /** One of `TASK_FAULTS`, or of the table of errors. */
    readonly code: string;
    readonly message: string;
    readonly details?: string;
    readonly file?: string;
  };
  status: {
    readonly status:
      'queued' | 'started' | 'running' | 'paused' | 'stalled' | 'retrying' | 'stopped';
    readonly message?: string;
  };
  heartbeat: Readonly<Record<string, never>>;
  session: { readonly session_id: string; readonly origin: SessionOrigin };
  prompt: {
    readonly prompt_id: string;
    readonly number: number;
    readonly text: string;
    readonly operator_id: string;
  };
  state: { readonly state: TaskState; readonly previous_state: TaskState };
  agent: {
    readonly status: AgentInstanceState;
    readonly progress: number;
    readonly exit_code?: number;
  };
  waiting: { readonly wait: TaskWait; readonly id: string; readonly message: string };
  permission_requested: {
    readonly pending_id: string;
    readonly session_id: string;
    readonly tool_call_id: string;
    readonly title: string;
    readonly options: readonly PermissionOption[];
    readonly created_at: string;
    readonly expires_at: string;
  };
  permission_resolved: {
    readonly pending_id: string;
    readonly outcome: PermissionOutcome;
    readonly option_id: string | null;
    /** An operator's id; null: nobody, it ended by itself. */
    readonly decided_by: string | null;
    readonly decided_at: string;
  };
}

/** One stored event; `type` says what its `data` holds. */
export type StoredTaskEvent = {
  [T in TaskEventType]: {
    readonly task_id: string;
    readonly seq: number;
    /** Epoch ms. */
    readonly at: number;
    readonly type: T;
    readonly data: TaskEventData[T];
    /** The agent instance that it comes from; null: none was there. */
    readonly agent_instance_id: string | null;
  };
}[TaskEventType];
