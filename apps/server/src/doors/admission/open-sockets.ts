import { WS_CLOSE_CODES, WS_ENDED_REASONS, WS_TIMES } from '@kenny/contract';
import type { BeforeApplicationShutdown } from '@nestjs/common';
import type { Readable } from 'node:stream';
import type { WebSocket } from 'ws';
import type { EventBus, EventMap } from '../../kernel/index.js';
import type { Scheduler, ScheduledTask } from '../../scheduling/index.js';
import { isEndedBy } from './opened-with.js';
import type { Occupancy } from './socket-admission.js';
import type { Visitor } from './visitor.js';

/** One open socket, whatever it speaks. */
export interface SocketConnection {
  readonly visitor: Visitor;
  receive(data: Buffer, binary: boolean): void;
  close(code: number, reason: string): void;
  /** The socket has closed. */
  ended(): void;
}

/** Its socket, and whether anything came from there since the last ping. */
interface Pulse {
  readonly socket: WebSocket;
  heard: boolean;
}

/** The open sockets of one door: pinged, and closed when their token or login ends. */
export abstract class OpenSockets<C extends SocketConnection>
  implements Occupancy, ScheduledTask, BeforeApplicationShutdown
{
  readonly everyMs = WS_TIMES.pingMs;
  private readonly pulses = new Map<C, Pulse>();
  private closing = false;

  constructor(
    readonly id: string,
    events: EventBus,
    scheduler: Scheduler,
  ) {
    events.on('access.ended', (ended) => this.endAccess(ended));
    scheduler.register(this);
  }

  /** @param stream - below the socket: what arrives, before it is a message */
  protected abstract connect(socket: WebSocket, visitor: Visitor, stream: Readable): C;

  /** What is kept for it elsewhere is no longer needed. */
  protected abstract forget(connection: C): void;

  get stopping(): boolean {
    return this.closing;
  }

  get sockets(): number {
    return this.pulses.size;
  }

  ofToken(tokenId: string): number {
    let own = 0;
    for (const { visitor } of this.pulses.keys()) if (visitor.token_id === tokenId) own += 1;
    return own;
  }

  async take(socket: WebSocket, visitor: Visitor, stream: Readable): Promise<void> {
    const connection = this.connect(socket, visitor, stream);
    const pulse = { socket, heard: true };
    this.pulses.set(connection, pulse);
    // Any bytes: a long message holds up the answer to a ping.
    stream.prependListener('data', () => (pulse.heard = true));
    socket.on('message', (data, binary) => connection.receive(data as Buffer, binary));
    socket.on('close', () => {
      this.pulses.delete(connection);
      this.forget(connection);
      connection.ended();
    });
    // Token or login may have ended since the upgrade was accepted.
    await this.keep(connection);
  }

  /** Pings every socket and checks that its token or login is still valid. */
  async run(): Promise<void> {
    for (const pulse of [...this.pulses.values()]) ping(pulse);
    for (const connection of [...this.pulses.keys()]) await this.keep(connection);
  }

  beforeApplicationShutdown(): void {
    this.closing = true;
    for (const connection of this.pulses.keys()) {
      connection.close(WS_CLOSE_CODES.stopping, 'the server is stopping');
    }
  }

  private async keep(connection: C): Promise<void> {
    if (this.closing) connection.close(WS_CLOSE_CODES.stopping, 'the server is stopping');
    else if (!(await connection.visitor.stands())) endAccessOf(connection, 'over');
  }

  /** A subscription has the rights it began with: the next socket has those of now. */
  private reopen(ended: EventMap['access.ended']): void {
    for (const connection of this.pulses.keys()) {
      if (!isEndedBy(connection.visitor, ended)) continue;
      connection.close(WS_CLOSE_CODES.accessChanged, 'what this token may do was changed');
    }
  }

  private endAccess(ended: EventMap['access.ended']): void {
    if (ended.changed) return this.reopen(ended);
    const why = ended.session_id === null ? 'revoked' : 'ended';
    for (const connection of this.pulses.keys()) {
      if (isEndedBy(connection.visitor, ended)) endAccessOf(connection, why);
    }
  }
}

function endAccessOf(connection: SocketConnection, why: keyof typeof WS_ENDED_REASONS): void {
  connection.close(WS_CLOSE_CODES.accessEnded, WS_ENDED_REASONS[why]);
}

/** Terminates a socket that has been silent since the last ping. */
function ping(pulse: Pulse): void {
  const { socket, heard } = pulse;
  // What is not read may well be the answer.
  if (!heard && !socket.isPaused) return socket.terminate();
  pulse.heard = false;
  if (socket.readyState === socket.OPEN) socket.ping();
}
