import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Which external agents somebody has switched on or off. */
const SWITCHES = new Table({
  name: 'agent_type_switches',
  columns: [
    { name: 'type_id', type: 'varchar', length: '64', isPrimary: true },
    { name: 'enabled', type: 'boolean' },
    { name: 'updated_at', type: 'bigint' },
  ],
});

export class AgentTypes1763700007200 implements MigrationInterface {
  readonly name = 'AgentTypes1763700007200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(SWITCHES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(SWITCHES);
  }
}
