import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Limits of health rules that were moved for a PC or a tag. */
const LIMITS = new Table({
  name: 'health_limits',
  columns: [
    { name: 'scope', type: 'varchar', length: '8', isPrimary: true },
    { name: 'subject', type: 'varchar', length: '64', isPrimary: true },
    { name: 'section', type: 'varchar', length: '64', isPrimary: true },
    { name: 'field', type: 'varchar', length: '64', isPrimary: true },
    { name: 'warn', type: 'double precision', isNullable: true },
    { name: 'crit', type: 'double precision', isNullable: true },
    { name: 'by_name', type: 'varchar', length: '128' },
    { name: 'at', type: 'bigint' },
  ],
});

export class HealthLimits1763700004200 implements MigrationInterface {
  readonly name = 'HealthLimits1763700004200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(LIMITS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(LIMITS);
  }
}
