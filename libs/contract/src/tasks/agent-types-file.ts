import { TOOL_CLASSES, type ToolClass } from '../constants.js';
import {
  Bool,
  Environment,
  ListOf,
  Num,
  OneOf,
  Optional,
  PatternList,
  Text,
  TextList,
  Whole,
} from '../define/decorators.js';
import {
  AGENT_PERMISSION_POLICIES,
  AGENT_RUNTIMES,
  AGENT_TYPE_ID_PATTERN,
  AGENT_TYPE_LIMITS,
  ENV_NAME_PATTERN,
  MOUNT_PATTERN,
  type AgentPermissionPolicy,
  type AgentRuntime,
} from './vocabulary.js';

const { memoryMb, cpuCores, timeoutS } = AGENT_TYPE_LIMITS;
const ABSOLUTE = '^/[^\\u0000]*$';

/** One agent type as an admin writes it. What is left out has a default. */
export class AgentTypeEntry {
  @Text({ pattern: AGENT_TYPE_ID_PATTERN, max: 64 })
  id!: string;

  @Text({ min: 1, max: AGENT_TYPE_LIMITS.name })
  name!: string;

  @Optional()
  @Text({ max: AGENT_TYPE_LIMITS.description })
  description?: string;

  @Optional()
  @OneOf(AGENT_RUNTIMES)
  runtime?: AgentRuntime;

  /** Program and arguments; no shell reads them. Of a container it replaces the image's own. */
  @Optional()
  @TextList({ max: AGENT_TYPE_LIMITS.command, length: AGENT_TYPE_LIMITS.argument })
  command?: string[];

  @Optional()
  @Text({ min: 1, max: AGENT_TYPE_LIMITS.image })
  image?: string;

  @Optional()
  @Text({ pattern: ABSOLUTE, max: AGENT_TYPE_LIMITS.path })
  working_dir?: string;

  @Optional()
  @Whole({ min: memoryMb.least, max: memoryMb.most })
  memory_mb?: number;

  @Optional()
  @Num({ min: cpuCores.least, max: cpuCores.most })
  cpu_cores?: number;

  @Optional()
  @Whole({ min: timeoutS.least, max: timeoutS.most })
  timeout_s?: number;

  @Optional()
  @TextList({ max: AGENT_TYPE_LIMITS.capabilities, length: AGENT_TYPE_LIMITS.capability })
  capabilities?: string[];

  @Optional()
  @Bool()
  enabled?: boolean;

  @Optional()
  @Environment({ max: AGENT_TYPE_LIMITS.environment, name: ENV_NAME_PATTERN })
  env?: Record<string, string | { file: string }>;

  @Optional()
  @PatternList({ max: AGENT_TYPE_LIMITS.environment, pattern: ENV_NAME_PATTERN })
  required_env?: string[];

  @Optional()
  @PatternList({ max: AGENT_TYPE_LIMITS.mounts, pattern: MOUNT_PATTERN })
  mounts?: string[];

  /** A folder of the server; without it each task gets an empty one. */
  @Optional()
  @Text({ pattern: ABSOLUTE, max: AGENT_TYPE_LIMITS.path })
  workspace?: string;

  @Optional()
  @OneOf(AGENT_PERMISSION_POLICIES)
  permissions?: AgentPermissionPolicy;

  @Optional()
  @TextList({ max: TOOL_CLASSES.length, of: TOOL_CLASSES })
  classes?: ToolClass[];
}

/** The file that alone says which agents may run on the server (`KENNY_TASKS_AGENT_TYPES`). */
export class AgentTypesFile {
  @ListOf(() => AgentTypeEntry, AGENT_TYPE_LIMITS.types)
  types!: AgentTypeEntry[];
}
