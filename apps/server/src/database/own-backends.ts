import type { RawPostgres } from './postgres.driver.js';

/** One process of PostgreSQL: numbers are used again, but not with the same time of start. */
const BACKEND = `pid || ' ' || extract(epoch FROM backend_start)`;

/**
 * The processes of PostgreSQL that have served this server. It may believe in them long after the
 * connection was given up here, and they keep their locks as long.
 */
export class OwnBackends {
  private readonly known = new Set<string>();

  /** Before `client` holds a lock. */
  async remember(client: RawPostgres): Promise<void> {
    const { rows } = await client.query<{ backend: string }>(
      `SELECT ${BACKEND} AS backend FROM pg_stat_activity WHERE pid = pg_backend_pid()`,
    );
    if (rows[0]) this.known.add(rows[0].backend);
  }

  /** All but that of `client`. Does not wait; nothing of another server is touched. */
  async endOthers(client: RawPostgres): Promise<void> {
    const others = [...this.known];
    await this.remember(client);
    if (others.length === 0) return;
    const { rows } = await client.query<{ backend: string }>(
      `SELECT ${BACKEND} AS backend, pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE usename = current_user AND pid <> pg_backend_pid() AND ${BACKEND} = ANY($1)`,
      [others],
    );
    const living = new Set(rows.map(({ backend }) => backend));
    for (const other of others) if (!living.has(other)) this.known.delete(other);
  }
}
