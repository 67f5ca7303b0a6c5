import { type Clock, systemClock } from '@kenny/kernel';
import {
  AUDIT_ENTITIES,
  AuditStore,
  type AuditEntry,
  type AuditStoreParts,
} from '../src/audit/index.js';
import { FileServerIdentity } from '../src/config/index.js';
import { openDatabase, type OpenDatabase } from '../src/database/index.js';
import { Audit1795700001000 } from '../src/database/migrations/1000-audit.js';
import { databaseIn } from './database-in.js';

export const AUDIT_SCHEMA = {
  entities: AUDIT_ENTITIES,
  migrations: [Audit1795700001000],
};

const SPOOL_BYTES = 128 * 1024;

export interface AuditWorld {
  readonly database: OpenDatabase;
  readonly store: AuditStore;
  /** Runs a statement as somebody would who has the database file and drops our triggers first. */
  tamper(sql: string, ...parameters: unknown[]): Promise<void>;
  close(): Promise<void>;
}

/** The record of a data folder, with everything real. */
export async function openAuditWorld(
  dataDir: string,
  clock: Clock = systemClock,
  limits: AuditStoreParts['limits'] = {},
): Promise<AuditWorld> {
  const config = { ...databaseIn(dataDir), serverSeed: null };
  const database = await openDatabase(config, AUDIT_SCHEMA, clock);
  const identity = new FileServerIdentity(config);
  const { writer, reads } = database;
  const store = await AuditStore.open({
    ...{ config, writer, reads, identity, clock },
    // As much as a test needs, so that none of them fills a disk.
    limits: { spoolBytes: SPOOL_BYTES, ...limits },
  });
  return {
    database,
    store,
    tamper: (sql, ...parameters) =>
      writer.write(async ({ manager }) => {
        const postgres = manager.connection.options.type === 'postgres';
        for (const rule of ['audit_no_update', 'audit_no_delete', 'audit_in_order']) {
          await manager.query(`DROP TRIGGER IF EXISTS ${rule}${postgres ? ' ON audit' : ''}`);
        }
        let marks = 0;
        const statement = postgres ? sql.replaceAll('?', () => `$${(marks += 1)}`) : sql;
        await manager.query(statement, parameters);
      }),
    close: async () => {
      await store.close();
      await database.close();
    },
  };
}

/** A read call by an operator, unless told otherwise. */
export function anEntry(change: Partial<AuditEntry> = {}): AuditEntry {
  return {
    kind: 'call',
    actor: { kind: 'operator', id: 'anna', name: 'Anna' },
    door: 'http',
    agent_id: 'pc1',
    tool: 'fs_list',
    args: { path: '/tmp' },
    ok: true,
    duration_ms: 12,
    call_id: 'call-1',
    ...change,
  };
}
