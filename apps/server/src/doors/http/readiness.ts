import type { DroppedCounts } from '@kenny/contract';
import { Injectable } from '@nestjs/common';
import { AuditStore, EventRecorder, type AuditStatus } from '../../audit/index.js';
import { Reads, Writer } from '../../database/index.js';
import { RefusalLog, type RefusalCounts } from '../../logging/index.js';
import { IngestService } from '../../telemetry/index.js';

export interface ReadyState {
  ready: boolean;
  database: 'ok' | 'failed';
  audit: AuditStatus;
  refusals: RefusalCounts;
  held: string | null;
  dropped: DroppedCounts;
}

/** Whether this server can do its work: the database answers and takes changes. */
@Injectable()
export class Readiness {
  constructor(
    private readonly reads: Reads,
    private readonly writer: Writer,
    private readonly audit: AuditStore,
    private readonly refusals: RefusalLog,
    private readonly telemetry: IngestService,
    private readonly logLines: EventRecorder,
  ) {}

  async state(): Promise<ReadyState> {
    const database = await this.databaseState();
    const held = this.audit.hold.loss?.message ?? null;
    return {
      ready: database === 'ok' && held === null,
      database,
      audit: this.audit.status(),
      dropped: this.dropped(),
      refusals: this.refusals.counts(),
      held,
    };
  }

  private dropped(): DroppedCounts {
    return {
      telemetry: this.telemetry.droppedCount,
      log_lines: this.logLines.droppedCount,
    };
  }

  private async databaseState(): Promise<ReadyState['database']> {
    if (this.writer.trouble) return 'failed';
    try {
      await this.reads.manager.query('SELECT 1');
      return 'ok';
    } catch {
      // The reason is for the log of the database module; the answer here is the fact.
      return 'failed';
    }
  }
}
