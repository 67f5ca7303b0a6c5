export type { AskingRun } from './asked-permission.js';
export { permissionView } from './permission-view.js';
export { PermissionsApi, type PermissionDecision } from './permissions-api.js';
export { TaskEnds } from './task-ends.js';
export { TaskGateModule } from './task-gate.module.js';
export { TaskOutcomes, type TaskOutcome } from './task-outcomes.js';
export { TASK_MCP_SERVER, TaskPermissions } from './task-permissions.js';
export { TaskTokens, type IssuedToken, type TaskRights } from './task-tokens.js';
export { ToolsAttached, type Attached } from './tools-attached.js';
