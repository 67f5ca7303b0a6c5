import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/index.js';
import { AuthModule } from '../../auth/index.js';
import { PolicyModule } from '../../policy/index.js';
import { TaskPermissionsRepository, TaskRows } from '../store/index.js';
import { PermissionsApi } from './permissions-api.js';
import { TaskEnds } from './task-ends.js';
import { TaskOutcomes } from './task-outcomes.js';
import { TaskPermissions } from './task-permissions.js';
import { TaskTokens } from './task-tokens.js';
import { ToolsAttached } from './tools-attached.js';

const SERVICES = [
  ...[PermissionsApi, TaskEnds, TaskOutcomes, TaskPermissions, TaskTokens, ToolsAttached],
];

/** What a task may do, and who says so. */
@Module({
  imports: [AuditModule, AuthModule, PolicyModule],
  providers: [...SERVICES, TaskPermissionsRepository, TaskRows],
  exports: [...SERVICES, TaskRows],
})
export class TaskGateModule {}
