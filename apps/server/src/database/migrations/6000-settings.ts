import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/** What operators set for their own chat. */
const CHAT_SETTINGS = new Table({
  name: 'chat_settings',
  columns: [
    { name: 'operator_id', type: 'varchar', length: '128', isPrimary: true },
    { name: 'own', type: 'text' },
    { name: 'updated_at', type: 'bigint' },
  ],
});

export class Settings1763700006000 implements MigrationInterface {
  readonly name = 'Settings1763700006000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(CHAT_SETTINGS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(CHAT_SETTINGS);
  }
}
