import { Table, TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * The numbers of a snapshot move into its row: a row for each of them was more than half of the
 * database (ADR 0004).
 */
export class PackedPoints1763700004200 implements MigrationInterface {
  readonly name = 'PackedPoints1763700004200';

  async up(runner: QueryRunner): Promise<void> {
    // In plain SQL, as TypeORM would build SQLite's table anew.
    await runner.query(`ALTER TABLE "snapshots" ADD COLUMN "points" text NOT NULL DEFAULT '{}'`);
    const object = isPostgres(runner) ? 'json_object_agg' : 'json_group_object';
    const inner = isPostgres(runner) ? 'by_key' : 'json(by_key)';
    await runner.query(
      `UPDATE snapshots SET points = (
         SELECT CAST(${object}(metric, ${inner}) AS text) FROM (
           SELECT metric, ${object}("key", value) AS by_key FROM series_points
           WHERE series_points.at = snapshots.received_at
             AND series_points.agent_uid = snapshots.agent_uid
           GROUP BY metric) AS metrics)
       WHERE EXISTS (SELECT 1 FROM series_points
         WHERE series_points.at = snapshots.received_at
           AND series_points.agent_uid = snapshots.agent_uid)`,
    );
    await runner.dropTable('series_points');
  }

  async down(runner: QueryRunner): Promise<void> {
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
    const points = isPostgres(runner) ? 'points::json' : 'points';
    const each = isPostgres(runner) ? 'json_each_text' : 'json_each';
    await runner.query(
      `INSERT INTO series_points (agent_uid, metric, "key", at, value)
       SELECT agent_uid, metrics."key", by_key."key", received_at,
         CAST(by_key.value AS double precision)
       FROM snapshots, json_each(${points}) AS metrics, ${each}(metrics.value) AS by_key
       WHERE true ON CONFLICT DO NOTHING`,
    );
    await runner.query('ALTER TABLE "snapshots" DROP COLUMN "points"');
  }
}

function isPostgres({ connection }: QueryRunner): boolean {
  return connection.options.type === 'postgres';
}
