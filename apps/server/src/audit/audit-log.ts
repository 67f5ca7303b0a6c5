import type { Tx } from '../database/index.js';
import type { AuditEntry } from './audit-entry.js';

/** The append-only, hash-chained audit log (design §5). */
export abstract class AuditLog {
  /** Appends inside a transaction: the row is durable together with what it tells of. */
  abstract append(tx: Tx, entry: AuditEntry): Promise<void>;
  /**
   * In the background, never failing the caller: on a store error the row goes to the spool and is
   * replayed; what nothing can hold is counted, and a row tells of it.
   */
  abstract record(entry: AuditEntry): void;
  /**
   * Records, and resolves when the row is in the database or the spool.
   * @throws KennyError `unavailable` when neither takes it
   */
  abstract recordDurably(entry: AuditEntry): Promise<void>;
  /**
   * Before something that must not stay without its row: for a sensitive read the database or the
   * spool must take rows, for a change something must.
   * @throws KennyError `unavailable` when it is known that they do not
   */
  abstract mustTake(what: 'sensitive' | 'change'): void;
}
