import { AuditLog, type AuditEntry } from '../src/audit/index.js';
import type { Tx } from '../src/database/index.js';

/** Keeps the rows of committed transactions, as the real record would. */
export class CommittedRows extends AuditLog {
  readonly rows: AuditEntry[] = [];

  override append(tx: Tx, entry: AuditEntry): Promise<void> {
    tx.onCommit(() => this.rows.push(entry));
    return Promise.resolve();
  }

  override record(entry: AuditEntry): void {
    this.rows.push(entry);
  }

  override recordDurably(entry: AuditEntry): Promise<void> {
    this.record(entry);
    return Promise.resolve();
  }

  override mustTake(): void {
    // It always does.
  }
}
