import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

const text = (name: string, isNullable = false) => ({ name, type: 'varchar', isNullable });

const AUDIT = new Table({
  name: 'audit',
  columns: [
    { name: 'seq', type: 'bigint', isPrimary: true },
    text('id'),
    { name: 'at', type: 'bigint' },
    text('chain'),
    text('prev_sha256'),
    text('sha256'),
    text('kind'),
    text('actor_kind'),
    text('actor_id'),
    text('actor_name'),
    text('door'),
    text('agent_id', true),
    text('tool', true),
    { name: 'args', type: 'text', isNullable: true },
    { name: 'ok', type: 'boolean' },
    text('code', true),
    { name: 'duration_ms', type: 'bigint', isNullable: true },
    text('call_id', true),
    text('approval_id', true),
    text('request_id', true),
    text('target', true),
  ],
  indices: [
    { name: 'audit_by_id', columnNames: ['id'], isUnique: true },
    { name: 'audit_by_agent', columnNames: ['agent_id', 'seq'] },
    { name: 'audit_by_kind', columnNames: ['kind', 'seq'] },
    { name: 'audit_by_call', columnNames: ['call_id'] },
    { name: 'audit_by_approval', columnNames: ['approval_id'] },
  ],
});

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

export class Audit1763700001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(AUDIT);
    const postgres = runner.connection.options.type === 'postgres';
    for (const rule of postgres ? POSTGRES_RULES : SQLITE_RULES) await runner.query(rule);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(AUDIT);
    if (runner.connection.options.type === 'postgres') {
      await runner.query('DROP FUNCTION audit_refuse, audit_follow');
    }
  }
}
