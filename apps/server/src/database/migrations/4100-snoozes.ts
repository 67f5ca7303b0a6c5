import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/** What is wrong with a PC's sections and was put off. */
const SNOOZES = new Table({
  name: 'snoozes',
  columns: [
    { name: 'agent_uid', type: 'varchar', length: '36', isPrimary: true },
    { name: 'section', type: 'varchar', length: '64', isPrimary: true },
    { name: 'status', type: 'varchar', length: '8' },
    { name: 'until', type: 'bigint' },
    { name: 'reason', type: 'varchar', length: '280' },
    { name: 'by_name', type: 'varchar', length: '128' },
  ],
});

export class Snoozes1763700004100 implements MigrationInterface {
  readonly name = 'Snoozes1763700004100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(SNOOZES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(SNOOZES);
  }
}
