import type { Clock } from '@kenny/kernel';
import type { KennyError } from '../kernel/index.js';
import { GroupCommit, type BatchLimits } from './group-commit.js';
import type { WriteConnection } from './write-connection.js';
import {
  WRITE_LANES,
  Writer,
  type Tx,
  type WriteLane,
  type WriterHealth,
  type WriterStats,
} from './writer.js';

/** Beyond 64 savepoints PostgreSQL keeps track of them on the disk, which slows everybody down. */
const POSTGRES_BATCH: BatchLimits = { maxJobs: 60, maxMs: 50 };

/** A small pool: one connection with a group commit of its own for each lane. */
export class PostgresWriter extends Writer {
  private readonly lanes: Readonly<Record<WriteLane, GroupCommit>>;

  constructor(connections: Readonly<Record<WriteLane, WriteConnection>>, clock: Clock) {
    super();
    const lane = (name: WriteLane) =>
      new GroupCommit(connections[name], clock, { limits: POSTGRES_BATCH, name });
    this.lanes = { main: lane('main'), telemetry: lane('telemetry'), events: lane('events') };
  }

  override get trouble(): KennyError | null {
    return this.all().find(({ trouble }) => trouble)?.trouble ?? null;
  }

  override write<T>(job: (tx: Tx) => Promise<T>, lane: WriteLane = 'main'): Promise<T> {
    return this.lanes[lane].write(job);
  }

  override async flush(): Promise<void> {
    await Promise.all(this.all().map((lane) => lane.flush()));
  }

  override stats(): WriterStats {
    const total = { queued: 0, running: 0, committed: 0, failed: 0, batches: 0 };
    for (const stats of this.all().map((lane) => lane.stats())) {
      total.queued += stats.queued;
      total.running += stats.running;
      total.committed += stats.committed;
      total.failed += stats.failed;
      total.batches += stats.batches;
    }
    return total;
  }

  override byLane(): Partial<Record<WriteLane, WriterStats>> {
    return Object.fromEntries(WRITE_LANES.map((name) => [name, this.lanes[name].stats()]));
  }

  override health(): WriterHealth {
    const troubled = this.all().find((lane) => lane.health().trouble) ?? this.lanes.main;
    return { ...this.lanes.main.health(), trouble: troubled.health().trouble };
  }

  override onRecovered(listener: () => void): void {
    for (const lane of this.all()) lane.onRecovered(listener);
  }

  /** Refuses new jobs and settles those that wait. */
  async close(): Promise<void> {
    await Promise.all(this.all().map((lane) => lane.close()));
  }

  private all(): GroupCommit[] {
    return WRITE_LANES.map((name) => this.lanes[name]);
  }
}
