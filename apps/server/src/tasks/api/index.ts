import { BoardsApi } from './boards-api.js';
import { OrchestratorService } from './orchestrator-service.js';
import { OrchestratorApi, TasksApi } from './ports.js';
import { TaskChangesAsked } from './task-changes-asked.js';
import { TaskOrder } from './task-order.js';
import { TaskStreams } from './task-streams.js';
import { TaskViews } from './task-views.js';
import { TasksService } from './tasks-service.js';

export { BoardsApi, type BoardPlace } from './boards-api.js';
export * from './ports.js';
export { TaskStreams, type TaskStreamPart } from './task-streams.js';

/** For the module of tasks. */
export const API_PROVIDERS = [
  ...[BoardsApi, TaskChangesAsked, TaskOrder, TaskStreams, TaskViews],
  { provide: TasksApi, useClass: TasksService },
  { provide: OrchestratorApi, useClass: OrchestratorService },
];
