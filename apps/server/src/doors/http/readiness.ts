import { Injectable } from '@nestjs/common';
import { AuditStore, type AuditStatus } from '../../audit/index.js';
import { Reads, Writer } from '../../database/index.js';

export interface ReadyState {
  ready: boolean;
  database: 'ok' | 'failed';
  audit: AuditStatus;
}

/** Whether this server can do its work: the database answers and takes changes. */
@Injectable()
export class Readiness {
  constructor(
    private readonly reads: Reads,
    private readonly writer: Writer,
    private readonly audit: AuditStore,
  ) {}

  async state(): Promise<ReadyState> {
    const database = await this.databaseState();
    return { ready: database === 'ok', database, audit: this.audit.status() };
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
