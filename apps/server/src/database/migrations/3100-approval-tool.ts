import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';

const BY_TOOL = new TableIndex({
  name: 'approvals_by_tool',
  columnNames: ['agent_id', 'tool', 'requested_at'],
});

/** What ran on a PC with the same tool before is found without reading all that ever ran there. */
export class ApprovalTool1763700003100 implements MigrationInterface {
  readonly name = 'ApprovalTool1763700003100';

  async up(runner: QueryRunner): Promise<void> {
    const postgres = runner.connection.options.type === 'postgres';
    const tool = postgres ? `record::json ->> 'tool'` : `json_extract(record, '$.tool')`;
    await runner.query(`ALTER TABLE approvals ADD COLUMN tool varchar NOT NULL DEFAULT ''`);
    await runner.query(`UPDATE approvals SET tool = ${tool}`);
    await runner.createIndex('approvals', BY_TOOL);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('approvals', BY_TOOL);
    await runner.query('ALTER TABLE approvals DROP COLUMN tool');
  }
}
