import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

const ms = (name: string, isNullable = false) => ({ name, type: 'bigint', isNullable });

const LINKS = new Table({
  name: 'login_links',
  columns: [
    { name: 'id_sha256', type: 'varchar', isPrimary: true },
    { name: 'token_id', type: 'varchar' },
    ms('created_at'),
    ms('expires_at'),
    ms('used_at', true),
    ms('ended_at', true),
  ],
  foreignKeys: [
    { columnNames: ['token_id'], referencedTableName: 'tokens', referencedColumnNames: ['id'] },
  ],
  indices: [{ name: 'login_links_by_token', columnNames: ['token_id'] }],
});

/** Links that log one browser in, once. */
export class LoginLinks1763700002400 implements MigrationInterface {
  readonly name = 'LoginLinks1763700002400';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(LINKS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(LINKS);
  }
}
