import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';

const BY_USE = new TableIndex({ name: 'section_bodies_by_use', columnNames: ['used_at'] });

/** Retention finds old contents without reading all of them. */
export class TelemetryAge1763700004100 implements MigrationInterface {
  readonly name = 'TelemetryAge1763700004100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createIndex('section_bodies', BY_USE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('section_bodies', BY_USE);
  }
}
