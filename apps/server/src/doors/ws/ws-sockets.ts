import type { Clock } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import type { WebSocket } from 'ws';
import { CLOCK, EventBus } from '../../kernel/index.js';
import { RefusalLog } from '../../logging/index.js';
import { Scheduler } from '../../scheduling/index.js';
import { Subscriptions } from '../../subscriptions/index.js';
import { OpenSockets } from '../admission/open-sockets.js';
import type { Visitor } from '../admission/visitor.js';
import { ChatTopic } from './chat-topic.js';
import { TaskTopic } from './task-topic.js';
import { WaitingTaskTopic } from './waiting-task-topic.js';
import { WsActions } from './ws-actions.js';
import { WsConnection } from './ws-connection.js';

/** The open sockets of `/ws`. */
@Injectable()
export class WsSockets extends OpenSockets<WsConnection> {
  constructor(
    private readonly actions: WsActions,
    private readonly subscriptions: Subscriptions,
    private readonly chats: ChatTopic,
    private readonly tasks: TaskTopic,
    private readonly waitingTasks: WaitingTaskTopic,
    events: EventBus,
    scheduler: Scheduler,
    private readonly refusals: RefusalLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    super('ws.keepalive', events, scheduler);
  }

  protected connect(socket: WebSocket, visitor: Visitor): WsConnection {
    return new WsConnection(socket, visitor, this.actions, this.clock, this.refusals);
  }

  protected forget(connection: WsConnection): void {
    this.subscriptions.leave(connection);
    this.chats.leave(connection);
    this.tasks.leave(connection);
    this.waitingTasks.leave(connection);
  }
}
