import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';

const INDICES = [
  { name: 'approvals_by_state', columns: ['state'] },
  { name: 'approvals_by_repeat', columns: ['repeat_key'] },
  { name: 'approvals_by_tool', columns: ['agent_id', 'tool'] },
];
const BY_SEQ = new TableIndex({
  name: 'approvals_by_seq',
  columnNames: ['seq'],
  isUnique: true,
});

/** Approvals have an order that no clock can turn round; those of before stand as they were listed. */
export class ApprovalSeq1763700003500 implements MigrationInterface {
  readonly name = 'ApprovalSeq1763700003500';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE approvals ADD COLUMN seq bigint NOT NULL DEFAULT 0');
    await runner.query(
      `UPDATE approvals SET seq = placed.place FROM (
         SELECT id AS approval, row_number() OVER (ORDER BY requested_at, id) AS place
         FROM approvals) AS placed
       WHERE placed.approval = approvals.id`,
    );
    await runner.createIndex('approvals', BY_SEQ);
    await orderBy(runner, 'seq');
  }

  async down(runner: QueryRunner): Promise<void> {
    await orderBy(runner, 'requested_at');
    await runner.dropIndex('approvals', BY_SEQ);
    await runner.query('ALTER TABLE approvals DROP COLUMN seq');
  }
}

async function orderBy(runner: QueryRunner, last: string): Promise<void> {
  for (const { name, columns } of INDICES) {
    await runner.query(`DROP INDEX ${name}`);
    await runner.query(`CREATE INDEX ${name} ON approvals (${[...columns, last].join(', ')})`);
  }
}
