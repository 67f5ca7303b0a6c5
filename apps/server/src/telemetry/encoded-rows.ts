import type { FleetAgent, PcHealth } from '@kenny/contract';
import type { AgentRecord, LiveAgent } from '../auth/index.js';
import { aroundField } from '../kernel/index.js';
import type { PcState } from './health-board.js';

/** Inputs of one fleet row. */
export interface RowSources {
  readonly record: AgentRecord;
  readonly state: PcState | undefined;
  /** Its connection, while it has one. */
  readonly live: LiveAgent | undefined;
  /** The half hour that its strip ends with. */
  readonly slot: number;
}

/** A fleet row as JSON, with its sort and count keys. */
export interface EncodedRow extends Pick<FleetAgent, 'agent_id' | 'name' | 'worst' | 'last_seen'> {
  readonly overall: PcHealth;
  readonly text: string;
}

interface KeptRow extends Omit<RowSources, 'record'>, Omit<EncodedRow, 'text' | 'last_seen'> {
  /** The text around the time of `last_seen`, which every frame of a PC changes. */
  readonly around: ReturnType<typeof aroundField>;
}

/**
 * Caches encoded fleet rows: a fleet view asks for a thousand at once, and in most of them only
 * `last_seen` has changed. Records and states are immutable, so comparing references is enough.
 */
export class EncodedRows {
  private readonly rows = new WeakMap<AgentRecord, KeptRow>();

  /** @param describe - makes the row */
  constructor(private readonly describe: (sources: RowSources) => FleetAgent) {}

  of(sources: RowSources, lastSeen: string | null): EncodedRow {
    const known = this.rows.get(sources.record);
    const row = known && isOf(known, sources) ? known : this.encode(sources);
    const { agent_id, name, overall, worst, around } = row;
    const [start, end] = around;
    const text = start + JSON.stringify(lastSeen) + end;
    return { agent_id, name, overall, worst, last_seen: lastSeen, text };
  }

  private encode(sources: RowSources): KeptRow {
    const { record, ...others } = sources;
    const { agent_id, name, last_seen: _, ...rest } = this.describe(sources);
    const row = {
      ...{ ...others, agent_id, name, overall: rest.overall, worst: rest.worst },
      around: aroundField({ agent_id, name }, 'last_seen', rest),
    };
    this.rows.set(record, row);
    return row;
  }
}

function isOf(row: KeptRow, { state, live, slot }: RowSources): boolean {
  return row.state === state && row.live === live && row.slot === slot;
}
