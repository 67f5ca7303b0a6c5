import { Injectable, computed, inject, signal } from '@angular/core';
import { watch } from '@kenny/client';
import type { FleetAgent, FleetCounts, FleetPatch, FleetView } from '@kenny/contract/web';
import { asApiError, type ApiError } from '../http/api-error';
import { LiveSocket } from '../subscriptions/live-socket';
import { worstFirst } from '@kenny/health/web';

const NOBODY: FleetCounts = { crit: 0, warn: 0, offline: 0, unknown: 0, ok: 0 };

/** All PCs as last pushed by the server; pages only read its signals. */
@Injectable({ providedIn: 'root' })
export class FleetStore {
  private readonly socket = inject(LiveSocket);
  private readonly byId = signal<ReadonlyMap<string, FleetAgent>>(new Map());
  private readonly counted = signal<FleetCounts>(NOBODY);
  private readonly fault = signal<ApiError | null>(null);
  private readonly arrived = signal(false);

  readonly counts = this.counted.asReadonly();
  /** The last failure; known PCs stay. */
  readonly error = this.fault.asReadonly();
  readonly ready = this.arrived.asReadonly();
  /** Worst first. */
  readonly agents = computed(() => [...this.byId().values()].sort(worstFirst));
  readonly size = computed(() => this.byId().size);

  private stop: (() => void) | undefined;

  start(): void {
    this.stop ??= watch(this.socket, {
      topic: 'fleet',
      subscribe: 'fleet.subscribe',
      payload: () => ({}),
      event: 'fleet.patch',
      snapshot: ({ fleet }) => this.replace(fleet),
      patch: (patch) => this.apply(patch),
      failed: (error) => this.fault.set(asApiError(error).ofRead()),
    });
  }

  /** After a logout nothing may stay in memory. */
  clear(): void {
    this.stop?.();
    this.stop = undefined;
    this.byId.set(new Map());
    this.counted.set(NOBODY);
    this.arrived.set(false);
  }

  agent(id: string): FleetAgent | undefined {
    return this.byId().get(id);
  }

  /** What people call it; its id when it is not known (yet). */
  nameOf(id: string): string {
    return this.agent(id)?.name ?? id;
  }

  private replace({ agents, counts }: FleetView): void {
    this.byId.set(new Map(agents.map((agent) => [agent.agent_id, agent])));
    this.counted.set(counts);
    this.fault.set(null);
    this.arrived.set(true);
  }

  private apply({ agents, removed, counts }: FleetPatch): void {
    const next = new Map(this.byId());
    for (const id of removed) next.delete(id);
    for (const agent of agents) next.set(agent.agent_id, agent);
    this.byId.set(next);
    this.counted.set(counts);
  }
}
