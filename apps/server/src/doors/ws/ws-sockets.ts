import { WS_CLOSE_CODES, WS_ENDED_REASONS, WS_TIMES } from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { WebSocket } from 'ws';
import { CLOCK, EventBus, type EventMap } from '../../kernel/index.js';
import { Subscriptions } from '../../subscriptions/index.js';
import { RefusalLog } from '../../logging/index.js';
import { Scheduler, type ScheduledTask } from '../../scheduling/index.js';
import { isEndedBy } from '../admission/opened-with.js';
import { ChatTopic } from './chat-topic.js';
import type { Visitor } from './visitor.js';
import { WsActions } from './ws-actions.js';
import type { Occupancy } from './ws-admission.js';
import { WsConnection } from './ws-connection.js';

/** The open sockets: pinged, and closed when their token or login ends. */
@Injectable()
export class WsSockets implements Occupancy, ScheduledTask, BeforeApplicationShutdown {
  readonly id = 'ws.keepalive';
  readonly everyMs = WS_TIMES.pingMs;
  private readonly connections = new Set<WsConnection>();
  private closing = false;

  constructor(
    private readonly actions: WsActions,
    private readonly subscriptions: Subscriptions,
    private readonly chats: ChatTopic,
    events: EventBus,
    scheduler: Scheduler,
    private readonly refusals: RefusalLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    events.on('access.ended', (ended) => this.endAccess(ended));
    scheduler.register(this);
  }

  get stopping(): boolean {
    return this.closing;
  }

  get sockets(): number {
    return this.connections.size;
  }

  ofToken(tokenId: string): number {
    let own = 0;
    for (const { visitor } of this.connections) if (visitor.token_id === tokenId) own += 1;
    return own;
  }

  async take(socket: WebSocket, visitor: Visitor): Promise<void> {
    const connection = new WsConnection(socket, visitor, this.actions, this.clock, this.refusals);
    this.connections.add(connection);
    socket.on('message', (data, binary) => connection.receive(data as Buffer, binary));
    socket.on('pong', () => connection.heard());
    socket.on('close', () => {
      this.connections.delete(connection);
      this.subscriptions.leave(connection);
      this.chats.leave(connection);
      connection.ended();
    });
    // Token or login may have ended since the upgrade was accepted.
    await this.keep(connection);
  }

  /** Pings every socket and checks that its token or login is still valid. */
  async run(): Promise<void> {
    for (const connection of [...this.connections]) connection.ping();
    for (const connection of [...this.connections]) await this.keep(connection);
  }

  beforeApplicationShutdown(): void {
    this.closing = true;
    for (const connection of this.connections) {
      connection.close(WS_CLOSE_CODES.stopping, 'the server is stopping');
    }
  }

  private async keep(connection: WsConnection): Promise<void> {
    if (this.closing) connection.close(WS_CLOSE_CODES.stopping, 'the server is stopping');
    else if (!(await connection.visitor.stands())) endAccessOf(connection, 'over');
  }

  private endAccess(ended: EventMap['access.ended']): void {
    const why = ended.session_id === null ? 'revoked' : 'ended';
    for (const connection of this.connections) {
      if (isEndedBy(connection.visitor, ended)) endAccessOf(connection, why);
    }
  }
}

function endAccessOf(connection: WsConnection, why: keyof typeof WS_ENDED_REASONS): void {
  connection.close(WS_CLOSE_CODES.accessEnded, WS_ENDED_REASONS[why]);
}
