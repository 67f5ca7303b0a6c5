import { postgresPlace } from '../src/config/index.js';
import { WRITERS } from '../src/database/postgres-lease.js';
import { openRawPostgres } from '../src/database/postgres.driver.js';
import { databaseIn } from './database-in.js';

export interface TakeablePostgres {
  /** Cuts every connection of the server, and lets none of them write again. */
  takeAway(): Promise<void>;
  giveBack(): Promise<void>;
  close(): Promise<void>;
}

/** The PostgreSQL of a server with that data folder, as its administrator can take it away. */
export async function takeablePostgres(dataDir: string): Promise<TakeablePostgres> {
  const { database } = databaseIn(dataDir);
  const admin = await openRawPostgres(
    postgresPlace(database.type === 'postgres' ? database.url : ''),
  );
  const ours = `application_name = 'kenny' AND pid IN (
    SELECT pid FROM pg_locks WHERE locktype = 'advisory'
      AND objid = hashtext(current_schema())::oid AND pid <> pg_backend_pid())`;
  const cut = () =>
    admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${ours}`);
  return {
    async takeAway() {
      await cut();
      await admin.query(`SELECT pg_advisory_lock(${WRITERS}, hashtext(current_schema()))`);
      await cut();
    },
    async giveBack() {
      await admin.query(`SELECT pg_advisory_unlock(${WRITERS}, hashtext(current_schema()))`);
    },
    close: () => admin.discard(),
  };
}
