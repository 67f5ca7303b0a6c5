import { Injectable } from '@nestjs/common';
import { AuditStore, type AuditStatus } from '../../audit/index.js';
import { Reads, Writer } from '../../database/index.js';
import { RefusalLog, type RefusalCounts } from '../../logging/index.js';

export interface ReadyState {
  ready: boolean;
  database: 'ok' | 'failed';
  audit: AuditStatus;
  refusals: RefusalCounts;
  held: string | null;
}

/** Whether this server can do its work: the database answers and takes changes. */
@Injectable()
export class Readiness {
  constructor(
    private readonly reads: Reads,
    private readonly writer: Writer,
    private readonly audit: AuditStore,
    private readonly refusals: RefusalLog,
  ) {}

  async state(): Promise<ReadyState> {
    const database = await this.databaseState();
    const held = this.audit.hold.loss?.message ?? null;
    return {
      ready: database === 'ok' && held === null,
      database,
      audit: this.audit.status(),
      refusals: this.refusals.counts(),
      held,
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
