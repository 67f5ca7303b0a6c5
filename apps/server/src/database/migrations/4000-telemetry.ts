import { Table, TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Contents once, snapshots as references with their numbers (ADR 0004), latest health (D10), and a
 * PC's days as 24 characters each (ADR 0034).
 */
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
        indices: [new TableIndex({ name: 'section_bodies_by_use', columnNames: ['used_at'] })],
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
          { name: 'points', type: 'text', default: `'{}'` },
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
        name: 'health_days',
        columns: [
          { name: 'agent_uid', type: 'varchar', length: '36', isPrimary: true },
          { name: 'day', type: 'integer', isPrimary: true },
          { name: 'hours', type: 'varchar', length: '24' },
        ],
        indices: [new TableIndex({ name: 'health_days_day', columnNames: ['day'] })],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['health_days', 'pc_health', 'snapshots', 'section_bodies']) {
      await runner.dropTable(table);
    }
  }
}
