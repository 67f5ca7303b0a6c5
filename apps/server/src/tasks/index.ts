import { TASK_ENTITIES as STORED } from './store/index.js';
import { AGENT_TYPE_ENTITIES } from './types/index.js';

export {
  BoardsApi,
  OrchestratorApi,
  TasksApi,
  TaskStreams,
  type BoardPlace,
  type TaskEventsPage,
  type TasksWanted,
  type TaskStreamPart,
} from './api/index.js';
export * from './gate/index.js';
export { AGENTCTL_FILE } from './runtime/index.js';
export { TasksModule } from './tasks.module.js';
export { AgentTypes } from './types/index.js';

/** For the list of the server's entities (`schema.ts`). */
export const TASK_ENTITIES = [...STORED, ...AGENT_TYPE_ENTITIES];
