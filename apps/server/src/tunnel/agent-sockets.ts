import { CAPS, CLOSE_CODES, withReturnTime } from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import { APP_CONFIG, type AppConfig } from '../config/index.js';
import {
  addressGroup,
  addressOf,
  CLOCK,
  EventBus,
  trustedProxies,
  type TrustedProxies,
} from '../kernel/index.js';
import { Admission, ADMISSION } from './admission.js';
import { AgentAuthenticator } from './agent-authenticator.js';
import type { AgentConnection } from './agent-connection.js';
import { Handshake, type HandshakeEnd, type Peer } from './handshake.js';
import { TunnelService } from './tunnel.service.js';

/** `maxPayload` lies a little above the cap on a response, so that our own words come first. */
const MAX_PAYLOAD = CAPS.responseBytes + 64 * 1024;
/**
 * Pings of the WebSocket are answered here, because they are paid for as well; and a message comes
 * in no more pieces than an answer of the longest kind has in pieces of 16 KiB.
 */
export const AGENT_SOCKET_OPTIONS = {
  perMessageDeflate: false,
  maxPayload: MAX_PAYLOAD,
  autoPong: false,
  maxFragments: 1024,
} as const;
const CLOSE_GRACE_MS = 2_000;
const TOO_LARGE = 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH';

/** Half-open sockets. */
interface Guest {
  readonly group: string;
  readonly handshake: Handshake;
  readonly refuseBusy: () => void;
}

/**
 * The door for agents: takes raw sockets (no Nest message handlers on the hot path), feeds them to
 * a handshake and then to their connection, and caps what a stranger may cost.
 */
@Injectable()
export class AgentSockets {
  private readonly logger = new Logger(AgentSockets.name);
  private readonly guests = new Set<Guest>();
  private readonly admission: Admission;
  private readonly trusted: TrustedProxies;

  constructor(
    private readonly tunnel: TunnelService,
    private readonly authenticator: AgentAuthenticator,
    private readonly events: EventBus,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(APP_CONFIG) config: AppConfig,
  ) {
    this.trusted = trustedProxies(config.trustProxy);
    this.admission = new Admission(clock);
  }

  handle(socket: WebSocket, request: IncomingMessage): void {
    const address = this.addressOf(request);
    let connection: AgentConnection | undefined;
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === TOO_LARGE) connection?.tooLarge();
      // The layer below has said why; 'close' follows, also when the peer does not listen.
      this.clock.setTimer(() => socket.terminate(), CLOSE_GRACE_MS);
    });
    const group = addressGroup(address);
    const end = (code: number, reason: string) => {
      this.end(socket, code, reason);
      // What still comes is not for us: a stranger must not use the time of the goodbye either.
      capRawBytes(request, () => socket.terminate());
    };
    if (!this.makeRoom(group)) return end(CLOSE_CODES.busy, this.noRoom('too many connections'));
    const capRaw = capRawBytes(request, () =>
      handshake.abandon('more than 8 KiB before auth', CLOSE_CODES.protocol),
    );
    const peer: Peer = { address, group, host: request.headers.host ?? '' };
    const handshake = new Handshake(
      socket,
      peer,
      this.clock,
      this.admission,
      this.authenticator,
      (verdict) => {
        capRaw();
        this.guests.delete(guest);
        connection = this.afterHandshake(socket, peer, verdict, () => request.socket.bytesRead);
        if (verdict.kind === 'refused') end(verdict.close, verdict.reason);
      },
    );
    const guest: Guest = {
      group,
      handshake,
      refuseBusy: () => handshake.abandon(this.noRoom('made room for others'), CLOSE_CODES.busy),
    };
    this.guests.add(guest);
    socket.on('message', (data, binary) => {
      if (connection) connection.receive(data as Buffer, binary);
      else handshake.receive(data as Buffer, binary);
    });
    socket.on('ping', (data: Buffer) => {
      if (connection) connection.receivePing(data);
      else if (socket.readyState === socket.OPEN) socket.pong(data);
    });
    socket.on('pong', () => connection?.receivePong());
    socket.on('close', () => {
      if (connection) this.tunnel.closed(connection, 'closed the connection');
      else handshake.abandon('closed the connection');
    });
  }

  private afterHandshake(
    socket: WebSocket,
    peer: Peer,
    end: HandshakeEnd,
    bytesRead: () => number,
  ): AgentConnection | undefined {
    if (end.kind === 'authenticated') return this.tunnel.accept(socket, end.identity, bytesRead);
    // No room is not the peer's failure: it must not slow down a returning fleet.
    if (end.close !== CLOSE_CODES.busy) this.admission.recordFailure(peer.group);
    this.logger.debug(`refused ${end.agent_id ?? 'a peer'} from ${peer.address}: ${end.reason}`);
    this.events.emit('agent.refused', {
      agent_id: end.agent_id,
      address: peer.address,
      close_code: end.close,
      reason: end.reason,
      at: this.clock.now(),
    });
    return undefined;
  }

  /** Closes with a reason, also when the peer does not read or keeps sending. */
  private end(socket: WebSocket, code: number, reason: string): void {
    socket.close(code, reason.slice(0, 100));
    this.clock.setTimer(() => socket.terminate(), CLOSE_GRACE_MS);
  }

  /**
   * At the limit somebody makes room: of the address that holds the most, so that it only displaces
   * itself; the oldest socket that has not said a word, or else one that waits for its turn.
   */
  private makeRoom(group: string): boolean {
    if (this.guests.size < ADMISSION.halfOpen) return true;
    const guests = [...this.guests];
    const counts = new Map<string, number>();
    for (const guest of guests) counts.set(guest.group, (counts.get(guest.group) ?? 0) + 1);
    const most = Math.max(...counts.values());
    const largest = guests.filter((guest) => counts.get(guest.group) === most);
    const crowds = most > (counts.get(group) ?? 0) + 1;
    const leaves =
      largest.find(({ handshake }) => handshake.isIdle) ??
      (crowds ? largest.findLast(({ handshake }) => handshake.isInLine) : undefined);
    leaves?.refuseBusy();
    return leaves !== undefined;
  }

  private noRoom(why: string): string {
    return withReturnTime(why, this.admission.returnTime());
  }

  private addressOf(request: IncomingMessage): string {
    return addressOf(request, this.trusted);
  }
}

/** Ends an unauthenticated peer at 8 KiB, before the WebSocket layer has buffered it. */
function capRawBytes(request: IncomingMessage, exceeded: () => void): () => void {
  const { socket } = request;
  const before = socket.bytesRead;
  const check = () => {
    if (socket.bytesRead - before > CAPS.preAuthBytes) {
      stop();
      exceeded();
    }
  };
  const stop = () => socket.off('data', check);
  socket.on('data', check);
  return stop;
}
