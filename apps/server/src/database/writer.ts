import type { EntityManager } from 'typeorm';

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

/**
 * The only way to write (D2). On SQLite all jobs go through one queue and are committed in groups
 * with `synchronous=FULL`; `write` resolves when its job is durable. A job that throws is rolled
 * back alone and its `write` rejects with that error. Jobs must not wait for anything but the
 * database: never for another `write`, which would wait for this one.
 */
export abstract class Writer {
  /** @throws KennyError `unavailable` when too much waits already or the server is stopping. */
  abstract write<T>(job: (tx: Tx) => Promise<T>): Promise<T>;
  /** Resolves when everything queued so far has been committed or refused. */
  abstract flush(): Promise<void>;
  abstract stats(): WriterStats;
}
