import type { QueryRunner, TableOptions } from 'typeorm';
import {
  bigint,
  flag,
  index,
  int,
  KEY,
  NULLABLE,
  TablesMigration,
  text,
  varchar,
} from './tables.js';

const AUDIT: TableOptions = {
  name: 'audit',
  columns: [
    bigint('seq', KEY),
    varchar('id'),
    bigint('at'),
    ...['chain', 'prev_sha256', 'sha256', 'kind'].map((name) => varchar(name)),
    ...['actor_kind', 'actor_id', 'actor_name', 'door'].map((name) => varchar(name)),
    varchar('agent_id', NULLABLE),
    varchar('tool', NULLABLE),
    text('args', NULLABLE),
    flag('ok'),
    varchar('code', NULLABLE),
    bigint('duration_ms', NULLABLE),
    varchar('call_id', NULLABLE),
    varchar('approval_id', NULLABLE),
    varchar('request_id', NULLABLE),
    varchar('target', NULLABLE),
  ],
  indices: [
    { ...index('audit_by_id', 'id'), isUnique: true },
    index('audit_by_agent', 'agent_id', 'seq'),
    index('audit_by_kind', 'kind', 'seq'),
    index('audit_by_call', 'call_id'),
    index('audit_by_approval', 'approval_id'),
  ],
};

/**
 * Rows are only ever added, one number after the other. The rule on INSERT also stops
 * `INSERT OR REPLACE`, which SQLite does not count as a DELETE.
 */
const SQLITE_RULES = [
  `CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit
   BEGIN SELECT RAISE(ABORT, 'audit rows are never changed'); END`,
  `CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit
   BEGIN SELECT RAISE(ABORT, 'audit rows are never removed'); END`,
  `CREATE TRIGGER audit_in_order BEFORE INSERT ON audit
   WHEN NEW.seq <> (SELECT COALESCE(MAX(seq), 0) + 1 FROM audit)
   BEGIN SELECT RAISE(ABORT, 'audit rows are numbered without gaps'); END`,
];

const POSTGRES_RULES = [
  `CREATE FUNCTION audit_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN RAISE EXCEPTION 'audit rows are never %', TG_ARGV[0]; END $$`,
  `CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit
   FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse('changed')`,
  `CREATE TRIGGER audit_no_delete BEFORE DELETE OR TRUNCATE ON audit
   FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse('removed')`,
  // Sees the rows that the same statement has put in before.
  `CREATE FUNCTION audit_follow() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     IF NEW.seq <> (SELECT COALESCE(MAX(seq), 0) + 1 FROM audit) THEN
       RAISE EXCEPTION 'audit rows are numbered without gaps';
     END IF;
     RETURN NEW;
   END $$`,
  `CREATE TRIGGER audit_in_order BEFORE INSERT ON audit
   FOR EACH ROW EXECUTE FUNCTION audit_follow()`,
];

const EVENTS: TableOptions = {
  name: 'events',
  columns: [
    int('id', { ...KEY, isGenerated: true, generationStrategy: 'increment' }),
    bigint('at'),
    varchar('source'),
    varchar('agent_id', NULLABLE),
    varchar('level'),
    varchar('event'),
    varchar('target', NULLABLE),
    text('message'),
    text('fields', NULLABLE),
  ],
  indices: [index('events_by_age', 'at'), index('events_by_agent', 'agent_id', 'id')],
};

export class Audit1795700001000 extends TablesMigration {
  protected readonly tables = () => [AUDIT, EVENTS];

  override async up(runner: QueryRunner): Promise<void> {
    await super.up(runner);
    const isPostgres = runner.connection.options.type === 'postgres';
    for (const rule of isPostgres ? POSTGRES_RULES : SQLITE_RULES) await runner.query(rule);
  }
}
