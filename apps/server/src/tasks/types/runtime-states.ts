import type { AgentType } from './agent-type.js';

/** Whether agents of a type's runtime can be started here; whoever starts them knows. */
export abstract class RuntimeStates {
  /** Null when they can, else why not and what to do. */
  abstract unavailable(type: Pick<AgentType, 'runtime' | 'image'>): Promise<string | null>;
}
