import type { EntityManager } from 'typeorm';
import type { KennyError } from '../kernel/index.js';
import type { WriteTrouble } from './write-trouble.js';

/** One write transaction. Jobs of one batch share it, each behind its own savepoint. */
export interface Tx {
  readonly manager: EntityManager;
  /** Runs when this job's work is undone (its own failure or the batch's); newest first. */
  onRollback(undo: () => void): void;
  /** Runs after the commit is durable, before `write` resolves. */
  onCommit(after: () => void): void;
}

/** How busy the writer is; shown by readiness, watched by whoever may slow down. */
export interface WriterStats {
  /** Jobs that wait. */
  readonly queued: number;
  /** Jobs of the open batch. */
  readonly running: number;
  readonly committed: number;
  readonly failed: number;
  readonly batches: number;
}

/** Whether it works; for readiness. */
export interface WriterHealth {
  /** Why nothing can be written just now; null while all is well. */
  readonly trouble: WriteTrouble | null;
  /** How the last batch ended, and when by the monotonic clock; null before the first. */
  readonly lastCommit: { readonly ok: boolean; readonly at: number } | null;
}

/**
 * Jobs of one lane run one after the other, in the order of their `write`; between lanes there is
 * no order. `main` holds everything that people and the gate decide, and the audit; the others are
 * streams that must not keep it waiting, and touch tables of their own alone.
 */
export const WRITE_LANES = ['main', 'telemetry', 'events'] as const;
export type WriteLane = (typeof WRITE_LANES)[number];

/**
 * The only way to write (D2). Jobs are committed durably in groups; `write` resolves when its job
 * is durable. On SQLite all lanes are one queue, on PostgreSQL each has a connection. A job that
 * throws is rolled back alone and its `write` rejects with that error. Jobs must not wait for
 * anything but the database: never for another `write`, which may wait for this one.
 */
export abstract class Writer {
  /**
   * @throws KennyError `unavailable` when too much waits already, the database cannot be reached
   *   or the server is stopping.
   */
  abstract write<T>(job: (tx: Tx) => Promise<T>, lane?: WriteLane): Promise<T>;
  /** Resolves when everything queued so far has been committed or refused. */
  abstract flush(): Promise<void>;
  abstract stats(): WriterStats;
  /** `stats` of each lane that has a queue of its own. */
  abstract byLane(): Partial<Record<WriteLane, WriterStats>>;
  /** Why nothing can be written just now; null while all is well. */
  abstract readonly trouble: KennyError | null;
  abstract health(): WriterHealth;
  /**
   * Tells `listener` each time that commits work again after they did not: whoever keeps what
   * could not be written may go on at once. It must not throw, and may `write`.
   */
  abstract onRecovered(listener: () => void): void;
}
