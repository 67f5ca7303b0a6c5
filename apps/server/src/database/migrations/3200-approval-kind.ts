import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';

const BY_END = new TableIndex({ name: 'approvals_by_kept_until', columnNames: ['kept_until'] });

/** Approvals of sensitive reads, whose answers are kept for a while; all of before were changes. */
export class ApprovalKind1763700003200 implements MigrationInterface {
  readonly name = 'ApprovalKind1763700003200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE approvals ADD COLUMN kind varchar NOT NULL DEFAULT 'change'`);
    await runner.query('ALTER TABLE approvals ADD COLUMN kept_until bigint');
    await runner.createIndex('approvals', BY_END);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('approvals', BY_END);
    await runner.query('ALTER TABLE approvals DROP COLUMN kept_until');
    await runner.query('ALTER TABLE approvals DROP COLUMN kind');
  }
}
