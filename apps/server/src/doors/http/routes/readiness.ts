import {
  LITTLE_ROOM_BYTES,
  type DroppedCounts,
  type ReadinessView,
  type ServerCondition,
} from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { AuditStore, EventRecorder, type AuditStatus } from '../../../audit/index.js';
import {
  IntegrityWatch,
  Reads,
  TROUBLE_WORDS,
  troubleError,
  Writer,
  type WriterHealth,
} from '../../../database/index.js';
import { APP_CONFIG, type AppConfig } from '../../../config/index.js';
import { BackupsService } from '../../../backup/index.js';
import { CLOCK, KennyError } from '../../../kernel/index.js';
import { RefusalLog } from '../../../logging/index.js';
import { ModelKey } from '../../../settings/index.js';
import { IngestService } from '../../../telemetry/index.js';
import { DataFolderRoom } from './data-folder-room.js';

/** Whether this server can do its work: the database answers and takes changes. */
@Injectable()
export class Readiness {
  constructor(
    private readonly reads: Reads,
    private readonly writer: Writer,
    private readonly integrity: IntegrityWatch,
    private readonly audit: AuditStore,
    private readonly refusals: RefusalLog,
    private readonly telemetry: IngestService,
    private readonly logLines: EventRecorder,
    private readonly room: DataFolderRoom,
    private readonly modelKey: ModelKey,
    private readonly backups: BackupsService,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'demo'>,
  ) {}

  async state(): Promise<ReadinessView> {
    const failure = this.writer.trouble ?? (await this.failureOfReads());
    const { loss } = this.audit.hold;
    const free_bytes = await this.room.free();
    const audit = this.audit.status();
    const chatKey = this.modelKey.state();
    const conditions = [
      ...(failure ? [stopping('database', failure.message)] : []),
      ...this.damage(),
      ...(loss ? [stopping('held', loss.message)] : []),
      ...lowOnRoom(free_bytes),
      ...lostRows(audit.lost),
      ...waitingRows(audit),
      ...lateBackup(this.backups.problem()),
      ...unusableKey(chatKey.trouble),
      ...(this.config.demo ? [DEMO] : []),
    ];
    return {
      ready: !conditions.some(({ stops }) => stops),
      database: failure ? 'failed' : 'ok',
      ...this.writing(),
      free_bytes,
      conditions,
      audit,
      dropped: this.dropped(),
      refusals: this.refusals.counts(),
      chat_key: chatKey.source,
      automatic_backups: this.backups.automatic,
    };
  }

  private dropped(): DroppedCounts {
    return {
      telemetry: this.telemetry.droppedCount,
      log_lines: this.logLines.droppedCount,
    };
  }

  private writing(): Pick<ReadinessView, 'stopped' | 'last_commit'> {
    const { trouble, lastCommit }: WriterHealth = this.writer.health();
    return {
      stopped: trouble && {
        kind: trouble.kind,
        seconds: this.secondsSince(trouble.since),
        refused: trouble.refused,
      },
      last_commit: lastCommit && {
        ok: lastCommit.ok,
        seconds_ago: this.secondsSince(lastCommit.at),
      },
    };
  }

  private secondsSince(at: number): number {
    return Math.max(0, Math.round((this.clock.monotonic() - at) / 1_000));
  }

  private async failureOfReads(): Promise<KennyError | null> {
    try {
      await this.reads.manager.query('SELECT 1');
      return null;
    } catch (error) {
      // The database module has logged the reason.
      return error instanceof KennyError ? error : troubleError('away');
    }
  }

  private damage(): ServerCondition[] {
    const { damage } = this.integrity;
    if (damage === null) return [];
    const { what, next } = TROUBLE_WORDS.corrupt;
    return [stopping('damage', `${what} (${damage}). ${next}`)];
  }
}

const DEMO: ServerCondition = {
  kind: 'demo',
  stops: false,
  message:
    'Its PCs and its AI are made up, and nothing is kept. Only what you add is real, such as a PC.',
};

function stopping(kind: ServerCondition['kind'], message: string): ServerCondition {
  return { kind, stops: true, message };
}

function lowOnRoom(free: number | null): ServerCondition[] {
  if (free === null || free >= LITTLE_ROOM_BYTES) return [];
  const mebibytes = Math.floor(free / 1024 / 1024);
  const message =
    `Only ${mebibytes} MiB are left for the server’s data folder. Make room: with a full ` +
    'disk nothing can be changed.';
  return [{ kind: 'disk', stops: false, message }];
}

function lostRows(lost: number): ServerCondition[] {
  if (lost === 0) return [];
  const message =
    `${lost} audit ${lost === 1 ? 'row' : 'rows'} could not be stored anywhere and ` +
    `${lost === 1 ? 'is' : 'are'} lost. Look at the disk of the server.`;
  return [{ kind: 'record', stops: false, message }];
}

/** Rows always wait for a moment; those that wait longer do so for a reason. */
const WAITS_MS = 30_000;

function waitingRows({ waiting, spooled, oldest_ms }: AuditStatus): ServerCondition[] {
  if (spooled === 0 && (waiting === 0 || oldest_ms < WAITS_MS)) return [];
  const message =
    `${waiting + spooled} audit rows wait for the database. They are kept; look at the database and ` +
    'at the disk of the server.';
  return [{ kind: 'waiting', stops: false, message }];
}

function lateBackup(message: string | null): ServerCondition[] {
  return message === null ? [] : [{ kind: 'backup', stops: false, message }];
}

function unusableKey(message: string | null): ServerCondition[] {
  return message === null ? [] : [{ kind: 'chat_key', stops: false, message }];
}
