import { Table, TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Telemetry: contents once, snapshots as references, latest health, numeric series (D10). */
export class Telemetry1763700004000 implements MigrationInterface {
  readonly name = 'Telemetry1763700004000';

  async up(runner: QueryRunner): Promise<void> {
    const blob = runner.connection.options.type === 'postgres' ? 'bytea' : 'blob';
    await runner.createTable(
      new Table({
        name: 'section_bodies',
        columns: [
          { name: 'id', type: 'varchar', length: '32', isPrimary: true },
          { name: 'section', type: 'varchar', length: '64' },
          { name: 'body', type: blob },
          { name: 'used_at', type: 'bigint' },
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'snapshots',
        columns: [
          { name: 'id', type: 'varchar', length: '36', isPrimary: true },
          { name: 'agent_uid', type: 'varchar', length: '36' },
          { name: 'received_at', type: 'bigint' },
          { name: 'collected_at', type: 'bigint', isNullable: true },
          { name: 'overall', type: 'varchar', length: '8' },
          { name: 'refs', type: 'text' },
        ],
        indices: [
          new TableIndex({
            name: 'snapshots_agent_time',
            columnNames: ['agent_uid', 'received_at'],
          }),
          new TableIndex({ name: 'snapshots_time', columnNames: ['received_at'] }),
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'pc_health',
        columns: [
          { name: 'agent_uid', type: 'varchar', length: '36', isPrimary: true },
          { name: 'received_at', type: 'bigint' },
          { name: 'collected_at', type: 'bigint', isNullable: true },
          { name: 'sections', type: 'text' },
          { name: 'refs', type: 'text' },
          { name: 'strip', type: 'varchar', length: '48' },
          { name: 'strip_slot', type: 'integer' },
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'series_points',
        columns: [
          { name: 'agent_uid', type: 'varchar', length: '36', isPrimary: true },
          { name: 'metric', type: 'varchar', length: '64', isPrimary: true },
          { name: 'key', type: 'varchar', length: '200', isPrimary: true },
          { name: 'at', type: 'bigint', isPrimary: true },
          { name: 'value', type: 'double precision' },
        ],
        indices: [new TableIndex({ name: 'series_points_time', columnNames: ['at'] })],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['series_points', 'pc_health', 'snapshots', 'section_bodies']) {
      await runner.dropTable(table);
    }
  }
}
