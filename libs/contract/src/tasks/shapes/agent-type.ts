import { TOOL_CLASSES, type ToolClass } from '../../constants.js';
import {
  Bool,
  ListOf,
  Nullable,
  Num,
  OneOf,
  Optional,
  Text,
  TextList,
  Whole,
} from '../../define/decorators.js';
import {
  AGENT_PERMISSION_POLICIES,
  AGENT_RUNTIMES,
  AGENT_TYPE_LIMITS,
  type AgentPermissionPolicy,
  type AgentRuntime,
} from '../vocabulary.js';

const { memoryMb, cpuCores, timeoutS } = AGENT_TYPE_LIMITS;

/** What may be known of an agent type: its command, environment and folders stay on the server. */
export class AgentTypeView {
  @Text({ max: 64 })
  id!: string;

  @Text({ max: AGENT_TYPE_LIMITS.name })
  name!: string;

  @Text({ max: AGENT_TYPE_LIMITS.description })
  description!: string;

  @OneOf(AGENT_RUNTIMES)
  runtime!: AgentRuntime;

  /** Of the docker runtime. */
  @Nullable()
  @Text({ max: AGENT_TYPE_LIMITS.image })
  image!: string | null;

  @TextList({ max: AGENT_TYPE_LIMITS.capabilities, length: AGENT_TYPE_LIMITS.capability })
  capabilities!: string[];

  @Bool()
  enabled!: boolean;

  /** What it needs is there. */
  @Bool()
  available!: boolean;

  /** Why it is not. */
  @Nullable()
  @Text({ max: 1_000 })
  reason!: string | null;

  /** kenny knows it by itself; no file names it. */
  @Bool()
  built_in!: boolean;

  @Text({ max: AGENT_TYPE_LIMITS.path })
  working_dir!: string;

  @Whole({ min: memoryMb.least, max: memoryMb.most })
  memory_mb!: number;

  @Num({ min: cpuCores.least, max: cpuCores.most })
  cpu_cores!: number;

  /** Of one turn. */
  @Whole({ min: timeoutS.least, max: timeoutS.most })
  timeout_s!: number;

  /** Names of variables that must be set. */
  @TextList({ max: AGENT_TYPE_LIMITS.environment, length: 128 })
  required_env!: string[];

  /** When it wants to use a tool of its own. */
  @OneOf(AGENT_PERMISSION_POLICIES)
  permissions!: AgentPermissionPolicy;

  /** What it may ask for of PCs at most. */
  @TextList({ max: TOOL_CLASSES.length, of: TOOL_CLASSES })
  classes!: ToolClass[];
}

export class AgentTypeList {
  @ListOf(() => AgentTypeView, 200)
  types!: AgentTypeView[];

  /** What is wrong with the file of agent types; as long as there is anything, it counts as none. */
  @TextList({ max: AGENT_TYPE_LIMITS.problems, length: AGENT_TYPE_LIMITS.problem })
  problems!: string[];

  /** To admins: where that file is, or would be, on the server. */
  @Optional()
  @Text({ max: AGENT_TYPE_LIMITS.path })
  file?: string;

  @Whole({ min: 0 })
  total!: number;
}

/** `PATCH /api/agent-types/{id}`: doors switch a type on and off, and nothing else. */
export class PatchAgentTypeBody {
  @Bool()
  enabled!: boolean;
}
