import { Module } from '@nestjs/common';
import { DispatchModule } from '../dispatch/index.js';
import { OriginsModule } from '../origins/index.js';
import { PolicyModule } from '../policy/index.js';
import { AskedStates } from './asked-state.js';
import { ClientWord } from './client-word.js';
import { McpEndpoint } from './mcp-endpoint.js';
import { McpServerFactory } from './server-factory.js';
import { McpSessions } from './sessions.js';
import { TasksAtWork } from './tasks-at-work.js';
import { ToolCalls } from './tool-calls.js';

/** The MCP door: `tools/list` and `tools/call` over `Dispatch` (design §4.2, D3–D6). */
@Module({
  imports: [DispatchModule, OriginsModule, PolicyModule],
  providers: [
    ...[AskedStates, ClientWord, McpEndpoint, McpServerFactory, McpSessions, TasksAtWork],
    ToolCalls,
  ],
  exports: [McpEndpoint, TasksAtWork],
})
export class McpModule {}
