import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

const ARTIFACTS = new Table({
  name: 'artifacts',
  columns: [
    { name: 'id', type: 'varchar', isPrimary: true },
    { name: 'owner', type: 'varchar' },
    { name: 'mime', type: 'varchar' },
    { name: 'size', type: 'bigint' },
    { name: 'sha256', type: 'varchar' },
    { name: 'created_at', type: 'bigint' },
    { name: 'expires_at', type: 'bigint' },
  ],
  indices: [
    { name: 'artifacts_by_owner', columnNames: ['owner', 'created_at'] },
    { name: 'artifacts_by_end', columnNames: ['expires_at'] },
  ],
});

export class Artifacts1763700001200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(ARTIFACTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(ARTIFACTS);
  }
}
