import { TIMES } from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { AgentDirectory } from '../auth/index.js';
import { CLOCK } from '../kernel/index.js';
import type { AgentConnection } from './agent-connection.js';

const CLONE_WINDOW_MS = 10 * 60_000;
const CLONE_ALTERNATIONS = 3;
/** How long an incumbent has to prove that it is alive when a newcomer is held off. */
const PROBE_MS = 10_000;

export type Admitted =
  | { readonly kind: 'registered'; readonly replaced: AgentConnection | undefined }
  | { readonly kind: 'held_off'; readonly incumbent: AgentConnection };

/** In-process AgentDirectory: one connection per id, and how often ids changed hands. */
@Injectable()
export class AgentRegistry extends AgentDirectory {
  private readonly connections = new Map<string, AgentConnection>();
  private readonly alternations = new Map<string, number[]>();

  constructor(@Inject(CLOCK) private readonly clock: Clock) {
    super();
  }

  get(agentId: string): AgentConnection | undefined {
    return this.connections.get(agentId);
  }

  list(): AgentConnection[] {
    return [...this.connections.values()];
  }

  /**
   * The newest connection wins, unless the id changed hands three times in ten minutes. Clones hold
   * the same key: one that proved another key comes from a rotation, which ends the old key.
   */
  admit(connection: AgentConnection): Admitted {
    const incumbent = this.connections.get(connection.agent_id);
    if (
      incumbent?.agent_key === connection.agent_key &&
      this.countAlternation(connection.agent_id) > CLONE_ALTERNATIONS
    ) {
      incumbent.probeUntil = this.clock.monotonic() + PROBE_MS;
      incumbent.send({ type: 'ping' });
      return { kind: 'held_off', incumbent };
    }
    this.connections.set(connection.agent_id, connection);
    return { kind: 'registered', replaced: incumbent };
  }

  /** True if it was the registered one; the end of a replaced connection changes nothing. */
  remove(connection: AgentConnection): boolean {
    if (this.connections.get(connection.agent_id) !== connection) return false;
    this.connections.delete(connection.agent_id);
    return true;
  }

  /** Connections that have been silent for three intervals, or did not answer a probe. */
  silent(): AgentConnection[] {
    const now = this.clock.monotonic();
    const limit = TIMES.heartbeatMs * TIMES.missedIntervals;
    return this.list().filter(
      ({ heardAt, probeUntil }) =>
        now - heardAt >= limit ||
        (probeUntil !== undefined && now >= probeUntil && heardAt <= probeUntil - PROBE_MS),
    );
  }

  /** Pings connections that have been silent for another interval. */
  askSilent(): void {
    const now = this.clock.monotonic();
    for (const connection of this.connections.values()) connection.askIfSilent(now);
  }

  private countAlternation(agentId: string): number {
    const now = this.clock.monotonic();
    const recent = (this.alternations.get(agentId) ?? []).filter(
      (at) => now - at < CLONE_WINDOW_MS,
    );
    recent.push(now);
    // The count stops growing with the attempts of a held-off newcomer, so it can age out.
    this.alternations.set(agentId, recent.slice(-(CLONE_ALTERNATIONS + 1)));
    return recent.length;
  }
}
