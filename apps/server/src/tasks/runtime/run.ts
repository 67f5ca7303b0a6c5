import type { AgentType } from '../types/index.js';

/** What a run is started with, beside its type. */
export interface Run {
  readonly task_id: string;
  readonly run_id: string;
  readonly type: AgentType;
  /** What the seed names: TASK_DESCRIPTION, AUGGIE_SESSION_ID. */
  readonly env: Readonly<Record<string, string>>;
}

export interface PreparedRun extends Run {
  /** The agent's environment: the type's values, read, and the run's. */
  readonly values: Readonly<Record<string, string>>;
  readonly marker: string;
}
