import { CLOSE_CODES, SERVER_FEATURES, type FrameOf } from '@kenny/contract';
import type { Clock, Timer } from '@kenny/kernel';
import type { Outcome } from '@kenny/gate';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import { CLOCK, EventBus, PolicySource } from '../kernel/index.js';
import { PartsBudget } from './answer-parts.js';
import { AgentRateLimits } from './rate-limits.js';
import { AgentConnection, type ConnectionEvents, type Identity } from './agent-connection.js';
import { FrameCounts } from './frame-counts.js';
import { AgentRegistry } from './agent-registry.js';
import { notSent, type Recipient, type TunnelRequest } from './tunnel-request.js';

const SWEEP_MS = 1_000;

/**
 * Connected agents: requests and policy to them, and the end of a connection. Facts go out as
 * events; nothing here knows who listens.
 */
@Injectable()
export class TunnelService implements OnApplicationShutdown {
  private readonly logger = new Logger(TunnelService.name);
  private readonly limits: AgentRateLimits;
  private readonly parts = new PartsBudget();
  private sweep: Timer | undefined;

  constructor(
    private readonly registry: AgentRegistry,
    private readonly policy: PolicySource,
    private readonly counts: FrameCounts,
    private readonly events: EventBus,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.limits = new AgentRateLimits(clock);
    events.on('policy.changed', () => this.pushPolicy());
    events.on('agent.changed', ({ agent_id, agent_uid, change, disconnect }) => {
      if (disconnect) this.endIdentity(agent_id);
      if (change === 'removed') this.limits.forget(agent_uid);
    });
    this.sweepLater();
  }

  /** Sends one request; never rejects (design §3, Requests). */
  async request(to: Recipient, call: TunnelRequest): Promise<Outcome> {
    const connection = this.registry.get(to.agent_id);
    if (!connection) return notSent(`${to.agent_id} is not connected`);
    if (connection.agent_uid !== to.agent_uid || connection.agent_key !== to.agent_key) {
      return notSent(`${to.agent_id} came back with another key; ask for it anew`);
    }
    return connection.request(call);
  }

  /**
   * Takes over an authenticated socket; the gateway feeds its messages to the result.
   * @param bytesRead - of the socket below, so far
   */
  accept(
    socket: WebSocket,
    identity: Identity,
    bytesRead: () => number,
  ): AgentConnection | undefined {
    const connection: AgentConnection = new AgentConnection(
      randomUUID(),
      identity,
      socket,
      bytesRead,
      this.clock,
      this.limits.of(identity.agent_uid),
      this.parts,
      this.counts,
      this.eventsOf(identity, (what) => connection.close(CLOSE_CODES.protocol, what)),
    );
    const admitted = this.registry.admit(connection);
    const { agent_id, agent_uid, meta, protocol } = identity;
    if (admitted.kind === 'held_off') {
      const addresses = [admitted.incumbent.address, identity.address];
      this.events.emit('agent.cloned', { agent_id, agent_uid, addresses, at: this.clock.now() });
      connection.close(CLOSE_CODES.busy, 'this id changes hands too often');
      return undefined;
    }
    admitted.replaced?.ended('was replaced by a newer connection');
    admitted.replaced?.close(CLOSE_CODES.replaced, 'replaced by a newer connection');
    connection.send(this.policyFor(connection));
    this.events.emit('agent.online', {
      agent_id,
      agent_uid,
      connection_id: connection.connection_id,
      meta,
      protocol,
      at: connection.connected_at,
    });
    return connection;
  }

  /** The socket of a connection has closed. */
  closed(connection: AgentConnection, reason: string): void {
    connection.ended(reason);
    if (!this.registry.remove(connection)) return;
    const { agent_id, agent_uid, connection_id, last_frame_at } = connection;
    this.events.emit('agent.offline', {
      agent_id,
      agent_uid,
      connection_id,
      reason,
      last_heard_at: last_frame_at,
      at: this.clock.now(),
    });
  }

  /** Agents reconnect with jitter after this close code. */
  onApplicationShutdown(): void {
    this.sweep?.cancel();
    for (const connection of this.registry.list()) {
      connection.close(CLOSE_CODES.busy, 'the server is stopping');
    }
  }

  /** At once, whether or not the peer answers the close: its key is void. */
  private endIdentity(agentId: string): void {
    const connection = this.registry.get(agentId);
    if (!connection) return;
    connection.close(CLOSE_CODES.removed, 'key revoked or removed');
    this.closed(connection, 'was removed or its key was revoked');
  }

  private pushPolicy(): void {
    for (const connection of this.registry.list()) {
      connection.send(this.policyFor(connection));
    }
  }

  /**
   * An agent that does not announce `posix` rules would drop the whole frame for one of them, and
   * one that announces nothing gets nothing that is not in 0.8.
   */
  private policyFor(connection: AgentConnection): FrameOf<'policy'> {
    const posix = connection.can('posix_rules');
    const rules = this.policy.rules().filter(({ applies_to }) => posix || applies_to !== 'posix');
    const features = SERVER_FEATURES.filter((feature) => connection.can(feature));
    return { type: 'policy', rules, ...(features.length > 0 ? { features } : {}) };
  }

  private eventsOf(identity: Identity, tooMuch: ConnectionEvents['tooMuch']): ConnectionEvents {
    const { agent_id, agent_uid } = identity;
    const at = () => this.clock.now();
    return {
      telemetry: (read, bytes) =>
        this.events.emit('telemetry.received', { agent_id, agent_uid, read, bytes, at: at() }),
      log: (frame, bytes) =>
        this.events.emit('log.received', { agent_id, agent_uid, frame, bytes, at: at() }),
      lateResponse: (frame) =>
        this.events.emit('response.late', { agent_id, agent_uid, frame, at: at() }),
      offered: (call_id) =>
        this.events.emit('response.offered', { agent_id, agent_uid, call_id, at: at() }),
      dropped: (reason, forged) => {
        this.logger.debug(`dropped a frame of ${agent_id}: ${reason}`);
        this.events.emit('frame.dropped', { agent_id, agent_uid, reason, forged, at: at() });
      },
      tooMuch,
    };
  }

  /**
   * A peer that is silent for an interval is pinged; after three it is dropped without a handshake.
   */
  private sweepLater(): void {
    this.sweep = this.clock.setTimer(() => {
      for (const connection of this.registry.silent()) {
        this.closed(connection, 'stopped answering');
        connection.terminate();
      }
      this.registry.askSilent();
      this.sweepLater();
    }, SWEEP_MS);
  }
}
