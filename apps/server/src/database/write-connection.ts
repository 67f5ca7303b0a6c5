import type { EntityManager } from 'typeorm';
import type { KennyError } from '../kernel/index.js';
import type { DatabaseTrouble } from './database-trouble.js';

/**
 * One connection that only a group commit uses: transactions of many jobs, each behind a savepoint.
 * Every step is one trip to the database.
 */
export interface WriteConnection {
  /** For the job that runs; another one after a connection was lost and made anew. */
  readonly manager: EntityManager;
  /** Why nothing can be written just now; null while the database is there. */
  readonly trouble: KennyError | null;
  /** Calls back each time that the connection is lost: who waits for it is refused at once. */
  onLost?(listener: () => void): void;
  /** Opens a transaction, and in it a savepoint for the first job. */
  begin(): Promise<void>;
  /**
   * Throws when the job that just ended left a transaction that cannot be committed: PostgreSQL
   * takes nothing more after a failed statement, also when the job caught its error.
   */
  judgeJob(): void;
  /** Keeps what the job did, and sets the savepoint of the next one. */
  nextJob(): Promise<void>;
  /** Back to the savepoint, which stays: it serves the next job. */
  undoJob(): Promise<void>;
  /** Keeps the last job and makes all of them durable. */
  commit(): Promise<void>;
  /** Leaves no transaction open, whatever state it is in. */
  rollback(): Promise<void>;
  /** Trouble that every other write meets as well, until `probe` works. */
  readonly lasting: ReadonlySet<DatabaseTrouble>;
  /**
   * Commits something small that has to reach the disk, while nothing else runs. With a full disk
   * it needs real room: a page that happens to be free says nothing about the next write.
   */
  probe(trouble: DatabaseTrouble): Promise<void>;
  /** What callers are told when their batch fails with this. */
  refusalOf(cause: unknown): unknown;
}
