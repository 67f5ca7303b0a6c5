import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

const text = (name: string) => ({ name, type: 'varchar' });

const RELEASES = new Table({
  name: 'releases',
  columns: [
    { name: 'name', type: 'varchar', isPrimary: true },
    ...['version', 'os', 'arch'].map(text),
    { name: 'size', type: 'bigint' },
    ...['sha256', 'sig'].map(text),
    { name: 'verified', type: 'boolean' },
    { name: 'published_at', type: 'bigint' },
    ...['publisher_kind', 'publisher_id', 'publisher_name'].map(text),
    { name: 'withdrawn_at', type: 'bigint', isNullable: true },
  ],
  indices: [{ name: 'releases_by_target', columnNames: ['os', 'arch'] }],
});

export class Releases1763700001300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(RELEASES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(RELEASES);
  }
}
