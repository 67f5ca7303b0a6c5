import {
  checkWith,
  WS_TIMES,
  type FleetAgent,
  type FleetCounts,
  type FleetPatch,
  type FleetSubscribed,
  type Health,
  type WsNotification,
} from '@kenny/contract';
import { wsAnswerValidators } from '@kenny/contract/answer-validators';
import { aMeta, FakeClock, strictFake } from '@kenny/testing';
import {
  AgentDirectory,
  type AgentRecord,
  type AgentsService,
  type LiveAgent,
} from '../src/auth/index.js';
import { InProcessEventBus } from '../src/kernel/index.js';
import { FleetTopic } from '../src/subscriptions/fleet-topic.js';
import type { Watcher } from '../src/subscriptions/index.js';
import type { Scheduler } from '../src/scheduling/index.js';
import { FleetService } from '../src/telemetry/fleet.service.js';
import { LimitBoard } from '../src/telemetry/limits/limit-board.js';
import { HealthBoard, stripWith } from '../src/telemetry/health-board.js';

const RUN = '0a0f1c52-5d0a-4b52-9d4c-3f6f0c9b7c11';

class Presence extends AgentDirectory {
  readonly online = new Map<string, LiveAgent>();
  override get(agentId: string): LiveAgent | undefined {
    return this.online.get(agentId);
  }
  override list(): LiveAgent[] {
    return [...this.online.values()];
  }
}

/** The fleet topic over the real view of the fleet, with PCs and times that a test makes up. */
export class SubscriptionsWorld {
  readonly clock = new FakeClock();
  readonly events = new InProcessEventBus();
  readonly records = new Map<string, AgentRecord>();
  readonly fleet: FleetService;
  readonly topic: FleetTopic;
  private readonly presence = new Presence();
  readonly board = new HealthBoard();
  private enrolments = 0;

  constructor() {
    const agents = strictFake<AgentsService>('AgentsService', {
      list: () => [...this.records.values()],
      get: (agentId) => this.records.get(agentId),
      mustGet: (_, agentId) => {
        const record = this.records.get(agentId);
        if (!record) throw new Error(`there is no ${agentId}`);
        return record;
      },
    });
    this.fleet = new FleetService(
      agents,
      this.presence,
      this.board,
      new LimitBoard(agents),
      this.clock,
      RUN,
    );
    const scheduler = strictFake<Scheduler>('Scheduler', { register: () => undefined });
    this.topic = new FleetTopic(this.fleet, this.events, scheduler, this.clock, RUN);
    this.topic.onModuleInit();
  }

  /** Adds it, or names it anew. */
  put(agent_id: string, name: string): void {
    const known = this.records.get(agent_id);
    const fresh: Partial<AgentRecord> = {
      ...{ agent_id, agent_uid: `uid-${(this.enrolments += 1)}`, tags: [] },
      ...{ owner: null, contact: null, notes: null, help_id: null, help_link: null },
      ...{ last_seen: null, last_meta: null, last_protocol: null },
      created_at: this.clock.now(),
    };
    this.records.set(agent_id, { ...(known ?? (fresh as AgentRecord)), name });
    this.changed(agent_id, known ? 'updated' : 'created');
  }

  remove(agent_id: string): void {
    const known = this.records.get(agent_id);
    if (!known) return;
    this.records.delete(agent_id);
    this.presence.online.delete(agent_id);
    this.changed(agent_id, 'removed');
  }

  comeOrGo(agent_id: string): void {
    const record = this.records.get(agent_id);
    if (!record) return;
    const at = this.clock.now();
    const { agent_uid } = record;
    const connection = { agent_id, agent_uid, connection_id: 'c', at };
    if (this.presence.online.delete(agent_id)) {
      this.records.set(agent_id, { ...record, last_seen: at });
      this.events.emit('agent.offline', { ...connection, reason: 'gone', last_heard_at: at });
      return;
    }
    const meta = aMeta();
    const live = { agent_id, agent_uid, meta, protocol: '0.8', connected_at: at };
    this.presence.online.set(
      agent_id,
      strictFake<LiveAgent>('LiveAgent', { ...live, last_frame_at: at }),
    );
    this.events.emit('agent.online', { ...connection, meta, protocol: '0.8' });
  }

  /** Some frame of it comes in, as a heartbeat does. */
  hear(agent_id: string): void {
    const live = this.presence.online.get(agent_id);
    if (live) Object.assign(live, { last_frame_at: this.clock.now() });
  }

  /** A snapshot comes in; others are told as the real ingest tells. */
  report(agent_id: string, status: Health): void {
    const record = this.records.get(agent_id);
    if (!record) return;
    const at = this.clock.now();
    const { agent_uid } = record;
    const before = this.board.get(agent_uid);
    const since = new Date(at).toISOString();
    const known = before?.sections[0];
    const section = { name: 'disk', status, reason: 'as told', since };
    const same = known?.status === status;
    this.board.set({
      ...{ agent_uid, received_at: at, collected_at: at, refs: {} },
      sections: [same ? known : section],
      strip: stripWith(before, status, at),
      strip_slot: Math.floor(at / 1_800_000),
    });
    this.events.emit('telemetry.stored', { agent_id, at });
    if (!same) this.events.emit('health.changed', { agent_id, at });
  }

  /** Time passes, and what is done every now and then is done. */
  pass(ms: number): void {
    this.clock.advance(ms);
    void this.topic.run(this.clock.now());
  }

  /** Everything that is under way arrives. */
  settle(): void {
    this.pass(WS_TIMES.refreshMs);
    this.pass(WS_TIMES.coalesceMs);
  }

  private changed(agent_id: string, change: 'created' | 'updated' | 'removed'): void {
    const at = this.clock.now();
    this.events.emit('agent.changed', {
      ...{ agent_id, agent_uid: 'any', change, disconnect: false, at },
    });
  }
}

/** What a client makes of its subscription. It stops at the first hole. */
export class FleetModel implements Watcher {
  readonly received: Buffer[] = [];
  readonly rows = new Map<string, FleetAgent>();
  counts: FleetCounts | undefined;
  seq = -1;
  gaps = 0;
  subscribed = false;
  open = true;
  /** Takes nothing while it is set, as a socket that is full. */
  full = false;

  constructor(readonly agents: readonly string[] | null) {}

  subscribe(topic: FleetTopic): void {
    this.full = false;
    topic.subscribe(this.agents, this, (payload) => this.answered(payload));
    this.subscribed = true;
  }

  push(message: Buffer): boolean {
    if (this.full) return false;
    this.received.push(message);
    this.apply(JSON.parse(message.toString()) as WsNotification);
    return true;
  }

  pushLast(message: Buffer): void {
    const { action, payload } = JSON.parse(message.toString()) as WsNotification;
    mustFit(action, payload);
    if (payload['seq'] !== this.seq) throw new Error('the gap begins elsewhere');
    this.gaps += 1;
    this.subscribed = false;
  }

  private answered(text: string): void {
    const answer = JSON.parse(text) as FleetSubscribed;
    const issues = checkWith(wsAnswerValidators, 'answer:fleet.subscribe', answer);
    if (issues.length > 0) throw new Error(JSON.stringify(issues));
    if (answer.fleet.seq !== answer.seq) throw new Error('two numbers for one snapshot');
    this.rows.clear();
    for (const row of answer.fleet.agents) this.rows.set(row.agent_id, row);
    this.counts = answer.fleet.counts;
    this.seq = answer.seq;
  }

  private apply({ action, payload }: WsNotification): void {
    mustFit(action, payload);
    if (!this.subscribed) throw new Error('a push without a subscription');
    const patch = payload as unknown as FleetPatch;
    if (patch.seq !== this.seq + 1) throw new Error(`after ${this.seq} came ${patch.seq}`);
    this.seq = patch.seq;
    for (const row of patch.agents) this.rows.set(row.agent_id, row);
    for (const agentId of patch.removed) this.rows.delete(agentId);
    this.counts = patch.counts;
  }
}

function mustFit(action: string, payload: unknown): void {
  const issues = checkWith(wsAnswerValidators, `event:${action}`, payload);
  if (issues.length > 0) throw new Error(`${action}: ${JSON.stringify(issues)}`);
}
