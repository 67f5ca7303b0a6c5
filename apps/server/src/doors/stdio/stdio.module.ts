import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/index.js';
import { ChatModule } from '../../chat/index.js';
import { DispatchModule } from '../../dispatch/index.js';
import { MemoryModule } from '../../memory/index.js';
import { PromptsModule } from '../../prompts/index.js';
import { SettingsModule } from '../../settings/index.js';
import { TelemetryModule } from '../../telemetry/index.js';
import { SocketAdmission } from '../admission/socket-admission.js';
import { Attachments } from './attachments.js';
import { ConfigMethods } from './methods/config.js';
import { BranchMethods } from './methods/branches.js';
import { LargeMessages } from './large-messages.js';
import { ConnectionMethods } from './methods/connection.js';
import { LoggingMethods } from './methods/logging.js';
import { MemoryMethods } from './methods/memory.js';
import { ModelMethods } from './methods/models.js';
import { PromptMethods } from './methods/prompts.js';
import { QuestionMethods } from './methods/questions.js';
import { ResourceMethods } from './methods/resources.js';
import { RuntimeMethods } from './methods/runtime.js';
import { SessionMethods } from './methods/sessions.js';
import { TurnMethods } from './methods/turns.js';
import { RpcGateway } from './rpc.gateway.js';
import { RpcMethods } from './rpc-methods.js';
import { RpcSockets } from './rpc-sockets.js';
import { Tidying } from './tidying.js';
import { Transcripts } from './transcripts.js';

const METHODS = [
  ConfigMethods,
  BranchMethods,
  ConnectionMethods,
  LoggingMethods,
  MemoryMethods,
  ModelMethods,
  PromptMethods,
  QuestionMethods,
  ResourceMethods,
  RuntimeMethods,
  SessionMethods,
  TurnMethods,
];

/** `/rpc`: the chat and its approvals for `kenny rpc`, which stands in front of editors. */
@Module({
  imports: [
    AuthModule,
    ChatModule,
    DispatchModule,
    MemoryModule,
    PromptsModule,
    SettingsModule,
    TelemetryModule,
  ],
  providers: [
    ...METHODS,
    Attachments,
    LargeMessages,
    RpcGateway,
    RpcMethods,
    RpcSockets,
    SocketAdmission,
    Tidying,
    Transcripts,
  ],
})
export class StdioModule {}
