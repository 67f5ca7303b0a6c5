import type { Clock } from '@kenny/kernel';
import type { EntityManager } from 'typeorm';
import { KennyError } from '../kernel/index.js';
import { databaseAway, inTroubleWords, type DatabaseTrouble } from './database-trouble.js';
import { KeptOpen } from './kept-open.js';
import { isLostConnection } from './lost-connection.js';
import type { PostgresLease } from './postgres-lease.js';
import type { ManagedPostgres } from './postgres.driver.js';
import type { WriteConnection } from './write-connection.js';

/** How long callers wait for the news whether their commit, cut off in the middle, took place. */
const OUTCOME_MS = 30_000;
const ASK_AGAIN_MS = 100;

/** One writing connection of PostgreSQL. Refuses at once while it, or the lock, is lost. */
export class PostgresLane implements WriteConnection {
  private readonly connection: KeptOpen<ManagedPostgres>;
  /** A lock concerns one table, and a lost connection is made anew by itself. */
  readonly lasting: ReadonlySet<DatabaseTrouble> = new Set([
    ...(['full', 'read_only', 'io', 'corrupt'] as const),
  ]);
  /** Of the open transaction: by it PostgreSQL knows later whether it was committed. */
  private transaction = '';
  private readonly listeners: (() => void)[] = [];

  constructor(
    name: string,
    open: () => Promise<ManagedPostgres>,
    private readonly lease: PostgresLease,
    private readonly clock: Clock,
  ) {
    const admitted = async (): Promise<ManagedPostgres> => {
      await lease.held();
      const opened = await open();
      try {
        await lease.admit(opened);
        return opened;
      } catch (error) {
        await opened.discard();
        throw error;
      }
    };
    this.connection = new KeptOpen(name, admitted, clock, () => {
      for (const listener of this.listeners) listener();
    });
    // It would keep the lock from us, and must not write without it.
    lease.onLost(() => this.connection.lose('the lock of the server is lost'));
  }

  start(): Promise<void> {
    return this.connection.start();
  }

  close(): Promise<void> {
    return this.connection.close();
  }

  get manager(): EntityManager {
    return this.mustHold().manager;
  }

  get trouble(): KennyError | null {
    return this.lease.trouble ?? (this.connection.current ? null : databaseAway());
  }

  onLost(listener: () => void): void {
    this.listeners.push(listener);
  }

  async begin(): Promise<void> {
    if (this.trouble) throw this.trouble;
    const [, id] = await this.execute(
      'BEGIN; SELECT pg_current_xact_id()::text AS id; SAVEPOINT job',
    );
    this.transaction = String(id?.rows[0]?.id);
  }

  judgeJob(): void {
    if (this.mustHold().broken()) {
      throw new Error('a statement of this job failed; PostgreSQL keeps nothing of the job');
    }
  }

  async nextJob(): Promise<void> {
    await this.execute('RELEASE job; SAVEPOINT job');
  }

  async undoJob(): Promise<void> {
    await this.execute('ROLLBACK TO job');
  }

  async commit(): Promise<void> {
    try {
      const committed = (await this.execute('RELEASE job; COMMIT')).at(-1);
      // A transaction that failed is "committed" by rolling it back, without an error.
      if (committed?.command !== 'COMMIT') throw new Error('PostgreSQL rolled the batch back');
    } catch (error) {
      if (!isLostConnection(error)) throw error;
      await this.mustHaveCommitted();
    }
  }

  async rollback(): Promise<void> {
    // With the connection, PostgreSQL ends its transaction too.
    if (this.connection.current) await this.execute('ROLLBACK');
  }

  async probe(trouble: DatabaseTrouble): Promise<void> {
    await this.execute('ROLLBACK');
    // Files of their own have to grow; what is dropped again is not worth a line in the WAL.
    if (trouble === 'full') {
      await this.execute(
        `BEGIN; CREATE UNLOGGED TABLE write_probe AS
           SELECT repeat(md5(n::text), 32) AS filler FROM generate_series(1, 1024) AS n;
         DROP TABLE write_probe; COMMIT`,
      );
    }
    await this.execute('BEGIN; UPDATE server_lease SET folder = folder; COMMIT');
  }

  refusalOf(cause: unknown): unknown {
    return inTroubleWords(cause);
  }

  private mustHold(): ManagedPostgres {
    const { current } = this.connection;
    if (!current) throw databaseAway();
    return current;
  }

  private async execute(text: string): ReturnType<ManagedPostgres['execute']> {
    try {
      return await this.mustHold().execute(text);
    } catch (error) {
      if (isLostConnection(error)) this.connection.lose(error);
      throw error;
    }
  }

  /**
   * The connection broke between COMMIT and its answer: only PostgreSQL knows, so it is asked.
   * @throws KennyError when it was not committed, or when nobody can say in time
   */
  private async mustHaveCommitted(): Promise<void> {
    const endBy = this.clock.monotonic() + OUTCOME_MS;
    for (let left = OUTCOME_MS; left > 0; left = endBy - this.clock.monotonic()) {
      const outcome = await this.outcome(left);
      if (outcome === 'committed') return;
      if (outcome === 'aborted') throw databaseAway();
      await new Promise<void>((resolve) => this.clock.setTimer(resolve, ASK_AGAIN_MS));
    }
    throw new KennyError(
      'unavailable',
      'The database was lost in the middle of this; whether it was stored is not known. Look ' +
        'before you do it again.',
    );
  }

  private async outcome(limitMs: number): Promise<string | null> {
    const connection = await this.connection.restored(limitMs);
    if (!connection) return null;
    try {
      const { rows } = await connection.query<{ outcome: string | null }>(
        'SELECT pg_xact_status($1::xid8) AS outcome',
        [this.transaction],
      );
      return rows[0]?.outcome ?? null;
    } catch (error) {
      if (isLostConnection(error)) this.connection.lose(error);
      return null;
    }
  }
}
