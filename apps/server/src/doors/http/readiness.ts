import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../audit/index.js';
import { Reads } from '../../database/index.js';

export interface ReadyState {
  ready: boolean;
  database: 'ok' | 'failed';
  /** Audit rows that wait in the spool file for the database to take them. */
  spool: number;
}

/** Whether this server can do its work: the database answers (its migrations ran at start). */
@Injectable()
export class Readiness {
  constructor(
    private readonly reads: Reads,
    private readonly audit: AuditLog,
  ) {}

  async state(): Promise<ReadyState> {
    const database = await this.databaseState();
    return { ready: database === 'ok', database, spool: this.audit.spooled() };
  }

  private async databaseState(): Promise<ReadyState['database']> {
    try {
      await this.reads.manager.query('SELECT 1');
      return 'ok';
    } catch {
      // The reason is for the log of the database module; the answer here is the fact.
      return 'failed';
    }
  }
}
