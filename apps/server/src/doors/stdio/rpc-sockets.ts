import type { Clock } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import type { WebSocket } from 'ws';
import { CLOCK, EventBus } from '../../kernel/index.js';
import { Scheduler } from '../../scheduling/index.js';
import { OpenSockets } from '../admission/open-sockets.js';
import type { Visitor } from '../admission/visitor.js';
import { Attachments } from './attachments.js';
import { RpcConnection } from './rpc-connection.js';
import { RpcMethods } from './rpc-methods.js';

/** The open sockets of `/rpc`. */
@Injectable()
export class RpcSockets extends OpenSockets<RpcConnection> {
  constructor(
    private readonly methods: RpcMethods,
    private readonly attachments: Attachments,
    events: EventBus,
    scheduler: Scheduler,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    super('rpc.keepalive', events, scheduler);
  }

  protected connect(socket: WebSocket, visitor: Visitor): RpcConnection {
    return new RpcConnection(socket, visitor, this.methods, this.clock);
  }

  protected forget(connection: RpcConnection): void {
    this.attachments.leave(connection);
  }
}
