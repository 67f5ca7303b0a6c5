import { AgentTypeSwitchEntity } from './agent-type-switch.entity.js';

export {
  frozenOf,
  type AgentRuntime,
  type AgentType,
  type EnvValue,
  type FrozenAgentType,
} from './agent-type.js';
export { AgentTypes, type Availability } from './agent-types.js';
export { HOME_MOUNT } from './built-ins.js';
export { programOf } from './discovery.js';
export { AgentEnvironment, missingNames, RUN_VARIABLES } from './env-values.js';
export { RuntimeStates } from './runtime-states.js';

/** For the list of the server's entities (`schema.ts`). */
export const AGENT_TYPE_ENTITIES = [AgentTypeSwitchEntity];
