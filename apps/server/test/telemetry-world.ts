import {
  CAPS,
  telemetryText,
  type FrameOf,
  type RegisterMeta,
  type TelemetryText,
} from '@kenny/contract';
import { systemClock } from '@kenny/kernel';
import { aMeta, FakeClock, strictFake } from '@kenny/testing';
import { AgentDirectory, type AgentRecord, type LiveAgent } from '../src/auth/index.js';
import { openDatabase, type OpenDatabase } from '../src/database/index.js';
import { Telemetry1795700004000 } from '../src/database/migrations/4000-telemetry.js';
import { HealthChanges1795700004100 } from '../src/database/migrations/4100-health-changes.js';
import { InProcessEventBus, type EventMap } from '../src/kernel/index.js';
import { DailyQuota } from '../src/scheduling/index.js';
import { HealthBoard } from '../src/telemetry/health-board.js';
import { HistoryService } from '../src/telemetry/history.service.js';
import { TELEMETRY_ENTITIES } from '../src/telemetry/index.js';
import { LimitBoard } from '../src/telemetry/limits/limit-board.js';
import { SnoozeBoard } from '../src/telemetry/snoozes/snooze-board.js';
import { IngestService } from '../src/telemetry/ingest.service.js';
import { TelemetryRetentionTask } from '../src/telemetry/retention.task.js';
import { TelemetryRepository } from '../src/telemetry/telemetry.repository.js';
import { databaseIn } from './database-in.js';

const SCHEMA = {
  entities: TELEMETRY_ENTITIES,
  migrations: [Telemetry1795700004000, HealthChanges1795700004100],
};
export const UID = 'uid-pc1';
export const PC = { agent_id: 'pc1', agent_uid: UID };

class OnePc extends AgentDirectory {
  os: RegisterMeta['os'] = 'linux';
  latency_ms: number | undefined;
  override get(): LiveAgent {
    return strictFake<LiveAgent>('LiveAgent', {
      meta: aMeta({ os: this.os }),
      latency_ms: this.latency_ms,
    });
  }
  override list(): LiveAgent[] {
    return [this.get()];
  }
}

/** Ingest, history and retention on a real database, at times that the test chooses. */
export class TelemetryWorld {
  readonly clock = new FakeClock();
  readonly events = new InProcessEventBus();
  readonly directory = new OnePc();
  readonly board = new HealthBoard();
  readonly snoozes = new SnoozeBoard();
  /** Tags of the PC. */
  readonly tags: string[] = [];
  readonly limits = new LimitBoard({
    getByUid: () => strictFake<AgentRecord>('AgentRecord', { tags: this.tags }),
  });
  readonly changed: EventMap['health.changed'][] = [];
  readonly repository: TelemetryRepository;
  readonly ingest: IngestService;
  readonly history: HistoryService;

  private constructor(readonly database: OpenDatabase) {
    this.repository = new TelemetryRepository(database.reads);
    this.ingest = this.restarted();
    this.history = new HistoryService(this.repository, this.board);
    this.events.on('health.changed', (payload) => void this.changed.push(payload));
  }

  static async open(dataDir: string): Promise<TelemetryWorld> {
    // The database keeps real time: only the writer's batches use it.
    return new TelemetryWorld(await openDatabase(databaseIn(dataDir), SCHEMA, systemClock));
  }

  /** Takes one snapshot as if it arrived now. */
  take(frame: FrameOf<'telemetry'>): Promise<void> {
    return this.takeText(telemetryText(frame));
  }

  async takeText(frame: TelemetryText): Promise<void> {
    const bytes = JSON.stringify(frame).length;
    await this.ingest.take({ ...PC, read: () => frame, bytes, at: this.clock.now() });
  }

  /** What takes snapshots after a restart, on the same database. */
  restarted(bytesPerDay: number = CAPS.telemetryDayBytes): IngestService {
    return new IngestService(
      this.repository,
      this.database.writer,
      this.board,
      this.directory,
      this.events,
      new DailyQuota(bytesPerDay),
      this.snoozes,
      this.limits,
    );
  }

  /** What the snapshots left as numbers, oldest first. */
  async points(): Promise<Record<string, Record<string, number>>[]> {
    const rows = await this.database.reads.manager.query<{ points: string }[]>(
      'SELECT points FROM snapshots ORDER BY received_at',
    );
    return rows.map(({ points }) => JSON.parse(points) as Record<string, Record<string, number>>);
  }

  retention(days: number): TelemetryRetentionTask {
    return new TelemetryRetentionTask(this.database.writer, {
      retentionDays: days,
    });
  }

  count(table: string): Promise<number> {
    return this.database.reads.manager
      .query<{ n: number }[]>(`SELECT COUNT(*) AS n FROM ${table}`)
      .then(([row]) => Number(row?.n));
  }

  close(): Promise<void> {
    return this.database.close();
  }
}
