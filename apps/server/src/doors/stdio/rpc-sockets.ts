import type { Clock } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import type { WebSocket } from 'ws';
import { CLOCK, EventBus } from '../../kernel/index.js';
import { Scheduler } from '../../scheduling/index.js';
import { OpenSockets } from '../admission/open-sockets.js';
import type { Visitor } from '../admission/visitor.js';
import { Attachments } from './attachments.js';
import { LargeIntake, LargeMessages } from './large-messages.js';
import { RpcConnection } from './rpc-connection.js';
import { RpcMethods } from './rpc-methods.js';

/** The open sockets of `/rpc`. */
@Injectable()
export class RpcSockets extends OpenSockets<RpcConnection> {
  constructor(
    private readonly methods: RpcMethods,
    private readonly attachments: Attachments,
    private readonly large: LargeMessages,
    events: EventBus,
    scheduler: Scheduler,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    super('rpc.keepalive', events, scheduler);
  }

  protected connect(socket: WebSocket, visitor: Visitor, stream: Readable): RpcConnection {
    const intake = new LargeIntake(this.large, visitor.token_id, socket);
    // Before `ws` sees them, and with that before the message that they complete.
    stream.prependListener('data', (bytes: Buffer) => intake.bytes(bytes.length));
    return new RpcConnection(socket, visitor, this.methods, this.clock, intake);
  }

  protected forget(connection: RpcConnection): void {
    this.attachments.leave(connection);
  }
}
