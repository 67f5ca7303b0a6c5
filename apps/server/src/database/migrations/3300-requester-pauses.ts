import { Table, TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';

const text = (name: string) => ({ name, type: 'varchar' });
const ms = (name: string, isNullable = false) => ({ name, type: 'bigint', isNullable });

const PAUSES = new Table({
  name: 'requester_pauses',
  columns: [
    { name: 'id', type: 'varchar', isPrimary: true },
    { name: 'requested_by', type: 'text' },
    ...[text('door'), text('approval_id'), text('agent_id')],
    ...[ms('paused_at'), ms('released_at', true)],
  ],
});

const BY_REQUESTER = new TableIndex({
  name: 'approvals_by_requester',
  columnNames: ['requester', 'decided_at'],
});

/** What was decided about one requester's calls, in its order, and who is paused by it. */
export class RequesterPauses1763700003300 implements MigrationInterface {
  readonly name = 'RequesterPauses1763700003300';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE approvals ADD COLUMN requester varchar NOT NULL DEFAULT ''`);
    await runner.query('ALTER TABLE approvals ADD COLUMN decided_at bigint');
    await runner.createIndex('approvals', BY_REQUESTER);
    await runner.createTable(PAUSES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(PAUSES);
    await runner.dropIndex('approvals', BY_REQUESTER);
    await runner.query('ALTER TABLE approvals DROP COLUMN decided_at');
    await runner.query('ALTER TABLE approvals DROP COLUMN requester');
  }
}
