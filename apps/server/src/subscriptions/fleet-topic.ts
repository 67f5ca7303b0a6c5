import { WS_TIMES, type FleetCounts, type PcHealth } from '@kenny/contract';
import type { Clock, Timer } from '@kenny/kernel';
import { rollUp, stripSlot } from '@kenny/health';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { CLOCK, EventBus, joinObjects, listOf, objectOf, RUN_ID } from '../kernel/index.js';
import { Scheduler, type ScheduledTask } from '../scheduling/index.js';
import { FleetService } from '../telemetry/index.js';
import { TopicViews } from './topic-views.js';
import type { View } from './view.js';
import type { Deliver, Watcher } from './watcher.js';

/** Rows encoded in one go; more would block the event loop, so the rest follows later. */
const ROWS_PER_PATCH = 250;

interface ChangedRow {
  readonly agent_id: string;
  /** The row's JSON; null when the PC was removed. */
  readonly text: string | null;
}

interface Snapshot {
  readonly seq: number;
  readonly until: number;
  readonly fleet: string;
}

/**
 * The fleet and its changes. A patch holds whole rows as they are when it is sent, so that a
 * snapshot may be newer than its `seq` says, never older.
 */
@Injectable()
export class FleetTopic implements ScheduledTask, OnModuleInit, OnModuleDestroy {
  readonly id = 'live.strips';
  readonly everyMs = 10_000;
  private readonly views: TopicViews;
  private readonly changed = new Set<string>();
  /** Health of every PC that some view shows, for the counts. */
  private readonly overall = new Map<string, PcHealth>();
  private readonly snapshots = new WeakMap<View, Snapshot>();
  private timer: Timer | undefined;
  private dueAt = Infinity;
  private slot: number;

  constructor(
    private readonly fleet: FleetService,
    private readonly events: EventBus,
    private readonly scheduler: Scheduler,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(RUN_ID) run: string,
  ) {
    this.views = new TopicViews('fleet', run, clock);
    this.slot = stripSlot(clock.now());
  }

  onModuleInit(): void {
    const soon = ({ agent_id }: { agent_id: string }) => this.touch(agent_id, WS_TIMES.coalesceMs);
    this.events.on('health.changed', soon);
    this.events.on('agent.online', soon);
    this.events.on('agent.offline', soon);
    this.events.on('agent.changed', soon);
    this.events.on('telemetry.stored', ({ agent_id }) => this.touch(agent_id, WS_TIMES.refreshMs));
    this.scheduler.register(this);
  }

  onModuleDestroy(): void {
    this.timer?.cancel();
  }

  /** Every half hour all strips advance by one slot. */
  run(now: number): Promise<void> {
    const slot = stripSlot(now);
    if (slot !== this.slot) {
      this.slot = slot;
      for (const agentId of this.overall.keys()) this.touch(agentId, WS_TIMES.coalesceMs);
    }
    return Promise.resolve();
  }

  subscribe(agents: readonly string[] | null, watcher: Watcher, deliver: Deliver): void {
    const view = this.views.of(agents);
    const place = JSON.stringify(this.views.place(view));
    deliver(joinObjects(place, objectOf({ fleet: this.snapshot(view) })));
    this.views.join(view, watcher);
  }

  leave(watcher: Watcher): void {
    this.views.leave(watcher);
  }

  /** Shared by subscribers of the same moment, such as all of them after a restart. */
  private snapshot(view: View): string {
    const now = this.clock.monotonic();
    const known = this.snapshots.get(view);
    if (known?.seq === view.seq && now < known.until) return known.fleet;
    const { seq } = view;
    const { rows, text: fleet } = this.fleet.encode({ agents: view.agents }, seq);
    for (const { agent_id, overall } of rows) this.overall.set(agent_id, overall);
    this.snapshots.set(view, { seq, until: now + WS_TIMES.coalesceMs, fleet });
    return fleet;
  }

  private touch(agentId: string, withinMs: number): void {
    this.changed.add(agentId);
    const due = this.clock.monotonic() + withinMs;
    if (due >= this.dueAt) return;
    this.timer?.cancel();
    this.dueAt = due;
    this.timer = this.clock.setTimer(() => this.flush(), withinMs);
  }

  private flush(): void {
    this.dueAt = Infinity;
    const ids = [...this.changed].slice(0, ROWS_PER_PATCH);
    const rows = ids.map((agentId) => this.describe(agentId));
    for (const agentId of ids) this.changed.delete(agentId);
    const [next] = this.changed;
    if (next !== undefined) this.touch(next, WS_TIMES.coalesceMs);
    this.fleet.pushed(this.views.advance());
    for (const view of this.views) this.push(view, rows);
  }

  private describe(agent_id: string): ChangedRow {
    const seen = [...this.views].some((view) => view.sees(agent_id));
    const row = seen ? this.fleet.encodeRow(agent_id) : undefined;
    if (row) this.overall.set(agent_id, row.overall);
    else this.overall.delete(agent_id);
    return { agent_id, text: row?.text ?? null };
  }

  private push(view: View, rows: readonly ChangedRow[]): void {
    const own = rows.filter(({ agent_id }) => view.sees(agent_id));
    if (own.length === 0) return;
    const agents = own.flatMap(({ text }) => text ?? []);
    const removed = own.filter(({ text }) => text === null).map(({ agent_id }) => agent_id);
    const others = JSON.stringify({ removed, counts: this.counts(view) });
    const fields = joinObjects(objectOf({ agents: listOf(agents) }), others);
    this.views.push(view, 'fleet.patch', fields);
  }

  private counts({ agents }: View): FleetCounts {
    if (agents === null) return rollUp(this.overall.values()).counts;
    return rollUp([...new Set(agents)].flatMap((id) => this.overall.get(id) ?? [])).counts;
  }
}
