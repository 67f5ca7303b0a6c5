import type { Tx } from '../database/index.js';
import type { AuditEntry } from './audit-entry.js';

/** The append-only, hash-chained record (design §5). */
export abstract class AuditLog {
  /** Appends inside a transaction, so that the row and what it tells of are durable together. */
  abstract append(tx: Tx, entry: AuditEntry): Promise<void>;
  /**
   * Records the outcome of a read without making its caller wait or fail: on a store error the row
   * goes to a spool file and is replayed.
   */
  abstract record(entry: AuditEntry): void;
}
