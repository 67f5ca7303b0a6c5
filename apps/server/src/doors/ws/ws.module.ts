import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/index.js';
import { ChatModule } from '../../chat/index.js';
import { DispatchModule } from '../../dispatch/index.js';
import { SubscriptionsModule } from '../../subscriptions/index.js';
import { TasksModule } from '../../tasks/index.js';
import { SocketAdmission } from '../admission/socket-admission.js';
import { ChatTopic } from './chat-topic.js';
import { TaskActions } from './task-actions.js';
import { TaskTopic } from './task-topic.js';
import { WaitingTaskTopic } from './waiting-task-topic.js';
import { WsActions } from './ws-actions.js';
import { WsSockets } from './ws-sockets.js';
import { WsGateway } from './ws.gateway.js';

/** `/ws`: requests and subscriptions for people's programs. */
@Module({
  imports: [AuthModule, ChatModule, DispatchModule, SubscriptionsModule, TasksModule],
  providers: [
    ...[ChatTopic, TaskActions, TaskTopic, WaitingTaskTopic, WsActions],
    ...[SocketAdmission, WsGateway, WsSockets],
  ],
})
export class WsModule {}
