import { BoardColumnEntity, BoardEntity } from './board.entity.js';
import { TaskEventEntity } from './task-event.entity.js';
import { TaskPermissionEntity } from './task-permission.entity.js';
import { TaskPromptEntity } from './task-prompt.entity.js';
import { TaskRunEntity } from './task-run.entity.js';
import { TaskEntity } from './task.entity.js';

export {
  BoardColumnEntity,
  BoardEntity,
  TaskEntity,
  TaskEventEntity,
  TaskPermissionEntity,
  TaskPromptEntity,
  TaskRunEntity,
};
export * from './event-log.js';
export { PromptRows } from './prompt-rows.js';
export { RunRows } from './run-rows.js';
export type { PermissionWhy } from './task-permission.entity.js';
export { TaskPermissionsRepository, type PermissionsOf } from './task-permissions.repository.js';
export { TaskErasure } from './task-erasure.js';
export { TaskRetention } from './task-retention.js';
export * from './task-rows.js';

/** For the list of the server's entities (`schema.ts`). */
export const TASK_ENTITIES = [
  TaskEntity,
  TaskPromptEntity,
  TaskRunEntity,
  TaskEventEntity,
  TaskPermissionEntity,
  BoardEntity,
  BoardColumnEntity,
];
