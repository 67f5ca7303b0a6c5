import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/** What an admin has set for the whole server while it runs. */
const SERVER_SETTINGS = new Table({
  name: 'server_settings',
  columns: [
    { name: 'name', type: 'varchar', length: '64', isPrimary: true },
    { name: 'value', type: 'text' },
    { name: 'updated_at', type: 'bigint' },
  ],
});

export class ServerSettings1763700006200 implements MigrationInterface {
  readonly name = 'ServerSettings1763700006200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(SERVER_SETTINGS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(SERVER_SETTINGS);
  }
}
