import type { ToolClass } from '@kenny/contract';

export type AgentRuntime = 'process' | 'docker';

/** A value of an agent's environment: a text, or the file that it stands in. */
export type EnvValue = string | { readonly file: string };

/** One kind of external agent, complete: what its file leaves out has its default. */
export interface AgentType {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly runtime: AgentRuntime;
  /** Program and arguments; empty: what the image itself starts. */
  readonly command: readonly string[];
  readonly image: string | null;
  /** Where the workspace lies for the agent. */
  readonly working_dir: string;
  readonly memory_mb: number;
  readonly cpu_cores: number;
  /** Of one turn. */
  readonly timeout_s: number;
  readonly capabilities: readonly string[];
  /** As long as nobody has switched it. */
  readonly enabled: boolean;
  readonly required_env: readonly string[];
  /** `from:to:ro` or `from:to:rw`. */
  readonly mounts: readonly string[];
  /** A folder of the server; null: an empty one for each task. */
  readonly workspace: string | null;
  readonly permissions: 'ask' | 'deny';
  readonly classes: readonly ToolClass[];
  /** Files are named as in the file of agent types: relative ones lie beside it. */
  readonly env: Readonly<Record<string, EnvValue>>;
  readonly built_in: boolean;
}

/** What a run keeps of its type: everything but the values of the environment. */
export type FrozenAgentType = Omit<AgentType, 'env'> & { readonly env_names: readonly string[] };

export function frozenOf({ env, ...type }: AgentType): FrozenAgentType {
  return { ...type, env_names: Object.keys(env).sort() };
}
