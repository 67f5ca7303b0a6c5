import { ListOf, Nullable, OneOf, Text, Whole } from '../../define/decorators.js';
import { AGENT_INSTANCE_STATES, type AgentInstanceState } from '../vocabulary.js';

/** One agent that ran, or runs, for a task. */
export class AgentInstanceView {
  /** The `agent_instance_id`. */
  @Text({ max: 64 })
  id!: string;

  @Text({ max: 64 })
  task_id!: string;

  @Text({ max: 64 })
  agent_type!: string;

  /** Of the docker runtime. */
  @Nullable()
  @Text({ max: 128 })
  container_id!: string | null;

  @OneOf(AGENT_INSTANCE_STATES)
  status!: AgentInstanceState;

  @Whole({ min: 0, max: 100 })
  progress!: number;

  /** The agent's own session, for one that goes on. */
  @Nullable()
  @Text({ max: 256 })
  acp_session_id!: string | null;

  @Nullable()
  @Text({ max: 40 })
  started_at!: string | null;

  @Nullable()
  @Text({ max: 40 })
  finished_at!: string | null;

  @Nullable()
  @Whole()
  exit_code!: number | null;

  @Nullable()
  @Text({ max: 64_000 })
  error!: string | null;
}

export class AgentInstanceList {
  @ListOf(() => AgentInstanceView, 500)
  agents!: AgentInstanceView[];

  @Whole({ min: 0 })
  total!: number;
}
