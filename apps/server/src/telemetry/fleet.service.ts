import {
  agentUpdate,
  type AgentMeta,
  type FleetAgent,
  type FleetView,
  type PcHealth,
  type RegisterMeta,
} from '@kenny/contract';
import { rollUp, stripSlot, worstFirst } from '@kenny/health';
import { Inject, Injectable } from '@nestjs/common';
import { type Clock, isoOrNull } from '@kenny/kernel';
import { AgentDirectory, AgentsService, type AgentRecord } from '../auth/index.js';
import {
  CLOCK,
  joinObjects,
  listOf,
  maySee,
  objectOf,
  RUN_ID,
  type Principal,
} from '../kernel/index.js';
import { EncodedRows, type EncodedRow, type RowSources } from './encoded-rows.js';
import { LimitBoard } from './limits/limit-board.js';
import { HealthBoard, stripIn } from './health-board.js';
import { summaryOf } from './health-summary.js';

/** Which PC a stored snapshot belongs to. */
export interface Subject {
  readonly agent_id: string;
  readonly agent_uid: string;
}

/** What `GET /api/fleet` answers, as JSON. */
export interface EncodedFleet {
  readonly rows: readonly EncodedRow[];
  readonly text: string;
}

/** The fleet as it is now: records, presence and health in one view, limited to who looks. */
@Injectable()
export class FleetService {
  private seq = 0;
  private readonly encoded = new EncodedRows((sources) => this.describe(sources, false));

  constructor(
    private readonly agents: AgentsService,
    private readonly directory: AgentDirectory,
    private readonly board: HealthBoard,
    private readonly limits: LimitBoard,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(RUN_ID) private readonly run: string,
  ) {}

  /** Subscribers have every change up to this one; views carry it as their `seq`. */
  pushed(seq: number): void {
    this.seq = seq;
  }

  /** `GET /api/fleet`; with `all`, every section of every PC. */
  view(principal: Pick<Principal, 'agents'>, all = false): FleetView {
    const agents = this.sourcesFor(principal)
      .map((sources) => this.describe(sources, all))
      .sort(worstFirst);
    return {
      ...rollUp(agents.map(({ overall }) => overall)),
      run: this.run,
      seq: this.seq,
      agents,
    };
  }

  /** `view` as JSON, at a fraction of its cost. @param seq - as `pushed` says, unless it is named */
  encode(principal: Pick<Principal, 'agents'>, seq = this.seq): EncodedFleet {
    const rows = this.sourcesFor(principal)
      .map((sources) => this.encoded.of(sources, isoOrNull(lastSeenOf(sources))))
      .sort(worstFirst);
    const head = { ...rollUp(rows.map(({ overall }) => overall)), run: this.run, seq };
    const agents = listOf(rows.map(({ text }) => text));
    return { rows, text: joinObjects(JSON.stringify(head), objectOf({ agents })) };
  }

  /** One PC with all its sections, and what people wrote about it. @throws unknown_agent */
  agent(principal: Principal, agentId: string): FleetAgent {
    const record = this.agents.mustGet({ principal }, agentId);
    const { agent_uid, contact, notes, help_id, help_link } = record;
    const limits = this.limits.inForce(agent_uid);
    return {
      ...this.describe(this.sourcesOf(record), true),
      ...(contact === null ? {} : { contact }),
      ...(notes === null ? {} : { notes }),
      ...(help_id === null ? {} : { help_id }),
      ...(help_link === null ? {} : { help_link }),
      ...(limits.length === 0 ? {} : { limits: [...limits] }),
    };
  }

  /** How many PCs are in each state, and how many are connected; cheap enough for ten thousand. */
  counts(): { readonly states: Readonly<Record<PcHealth, number>>; readonly connected: number } {
    const states = { crit: 0, warn: 0, offline: 0, unknown: 0, ok: 0 };
    let connected = 0;
    for (const record of this.agents.list()) {
      const live = this.directory.get(record.agent_id);
      const isLive = live?.agent_uid === record.agent_uid;
      if (isLive) connected += 1;
      const overall = isLive
        ? summaryOf(this.board.get(record.agent_uid)).overall
        : absent(record.last_seen);
      states[overall] += 1;
    }
    return { states, connected };
  }

  /** One PC as in `view`, whoever asks; undefined when it is gone. */
  row(agentId: string): FleetAgent | undefined {
    const record = this.agents.get(agentId);
    return record && this.describe(this.sourcesOf(record), false);
  }

  /** `row` as JSON. */
  encodeRow(agentId: string): EncodedRow | undefined {
    const record = this.agents.get(agentId);
    if (!record) return undefined;
    const sources = this.sourcesOf(record);
    return this.encoded.of(sources, isoOrNull(lastSeenOf(sources)));
  }

  /** @throws unknown_agent */
  subject(principal: Principal, agentId: string): Subject {
    const { agent_id, agent_uid } = this.agents.mustGet({ principal }, agentId);
    return { agent_id, agent_uid };
  }

  private sourcesFor(principal: Pick<Principal, 'agents'>): RowSources[] {
    const records = this.agents.list().filter(({ agent_id }) => maySee(principal, agent_id));
    const slot = stripSlot(this.clock.now());
    return records.map((record) => this.sourcesOf(record, slot));
  }

  private sourcesOf(record: AgentRecord, slot = stripSlot(this.clock.now())): RowSources {
    const live = this.directory.get(record.agent_id);
    return {
      record,
      state: this.board.get(record.agent_uid),
      live: live?.agent_uid === record.agent_uid ? live : undefined,
      slot,
    };
  }

  private describe(sources: RowSources, all: boolean): FleetAgent {
    const { record, state, live, slot } = sources;
    const online = live !== undefined;
    const sections = state?.sections ?? [];
    const { overall, worst, notOk, received_at, collected_at, clock_skew_s } = summaryOf(state);
    const lastSeen = lastSeenOf(sources);
    return {
      agent_id: record.agent_id,
      name: record.name,
      tags: [...record.tags],
      ...(record.owner === null ? {} : { owner: record.owner }),
      ...(state?.system === undefined ? {} : { system: state.system }),
      online,
      last_seen: isoOrNull(lastSeen),
      connected_since: online ? isoOrNull(live.connected_at) : null,
      meta: metaOf(online ? live.meta : record.last_meta),
      protocol: online ? live.protocol : record.last_protocol,
      sealed: false,
      clock_skew_s,
      overall: online ? overall : absent(lastSeen),
      ...(online || lastSeen === null ? {} : { last_overall: overall }),
      ...(online || lastSeen !== null
        ? {}
        : { added_at: new Date(record.created_at).toISOString() }),
      worst,
      sections: [...(all ? sections : notOk)],
      section_count: sections.length,
      collected_at,
      received_at,
      ...(state?.dropped_since === undefined
        ? {}
        : { dropped_since: new Date(state.dropped_since).toISOString() }),
      strip: stripIn(state, slot),
    };
  }
}

/** Connected: its last frame; else as stored. */
function lastSeenOf({ live, record }: RowSources): number | null {
  return live ? live.last_frame_at : record.last_seen;
}

/** A PC that never connected is unknown, not offline. */
function absent(lastSeen: number | null): PcHealth {
  return lastSeen === null ? 'unknown' : 'offline';
}

function metaOf(meta: RegisterMeta | null): AgentMeta | null {
  if (!meta) return null;
  const { hostname, os, version, arch, remote_control, service, tools } = meta;
  return {
    ...{ hostname, os, version },
    ...(arch === undefined ? {} : { arch }),
    ...(remote_control === undefined ? {} : { remote_control }),
    ...(service === undefined ? {} : { service }),
    ...(tools === undefined ? {} : { updatable: tools.includes(agentUpdate.name) }),
  };
}
