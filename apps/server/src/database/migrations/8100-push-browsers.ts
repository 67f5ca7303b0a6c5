import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

const word = (name: string, length: number, isNullable = false) => ({
  ...{ name, type: 'varchar', length: String(length), isNullable },
});
const text = (name: string) => ({ name, type: 'text' });

const BROWSERS = new Table({
  name: 'push_browsers',
  columns: [
    { ...word('id', 36), isPrimary: true },
    ...[word('operator_id', 128), word('login_id', 64), word('user_agent', 200, true)],
    ...[word('endpoint_sha256', 64), text('endpoint'), text('p256dh'), text('auth')],
    ...[
      { name: 'names_pcs', type: 'boolean' },
      { name: 'added_at', type: 'bigint' },
    ],
  ],
  uniques: [{ name: 'push_browsers_by_endpoint', columnNames: ['endpoint_sha256'] }],
  indices: [{ name: 'push_browsers_by_person', columnNames: ['operator_id', 'added_at'] }],
});

export class PushBrowsers1763700008100 implements MigrationInterface {
  readonly name = 'PushBrowsers1763700008100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(BROWSERS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(BROWSERS);
  }
}
