import { HOUR_MS } from '@kenny/kernel';
import { Module, type OnModuleInit } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { AuthModule } from '../auth/index.js';
import { ChatModule } from '../chat/index.js';
import { McpModule } from '../mcp/index.js';
import { PolicyModule } from '../policy/index.js';
import { Scheduler } from '../scheduling/index.js';
import { API_PROVIDERS, BoardsApi, OrchestratorApi, TasksApi, TaskStreams } from './api/index.js';
import { TaskGateModule } from './gate/index.js';
import { RUNTIME_PROVIDERS } from './runtime/index.js';
import { PromptRows, RunRows, TaskErasure, TaskEventLog, TaskRetention } from './store/index.js';
import { AgentTypes } from './types/index.js';
import { WORK_PROVIDERS } from './work/index.js';

/** Work that is given to external agents. */
@Module({
  imports: [AuditModule, AuthModule, ChatModule, McpModule, PolicyModule, TaskGateModule],
  providers: [
    ...[PromptRows, RunRows, TaskErasure, TaskEventLog, TaskRetention],
    ...RUNTIME_PROVIDERS,
    ...WORK_PROVIDERS,
    ...API_PROVIDERS,
  ],
  exports: [AgentTypes, BoardsApi, OrchestratorApi, TaskGateModule, TasksApi, TaskStreams],
})
export class TasksModule implements OnModuleInit {
  constructor(
    private readonly retention: TaskRetention,
    private readonly scheduler: Scheduler,
  ) {}

  onModuleInit(): void {
    this.scheduler.register({
      ...{ id: 'tasks.retention', everyMs: HOUR_MS, deletes: true },
      run: (now) => this.retention.run(now),
    });
  }
}
