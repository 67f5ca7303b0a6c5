import { STRIP, type Health } from '@kenny/contract';
import { Table, TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';

const HOUR_MS = 3_600_000;
const HOURS_A_DAY = 24;

/** A PC's days as 24 characters each (ADR 0034), those that are over from the snapshots there are. */
export class HealthDays1763700004300 implements MigrationInterface {
  readonly name = 'HealthDays1763700004300';

  async up(runner: QueryRunner): Promise<void> {
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
    const pcs = (await runner.query('SELECT agent_uid FROM pc_health')) as { agent_uid: string }[];
    for (const { agent_uid } of pcs) await fillDays(runner, agent_uid);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('health_days');
  }
}

interface Hour {
  readonly hour: string | number;
  readonly rank: string | number;
}

/** From least to worst, as `overall` is stored. */
const RANKS: readonly Health[] = ['unknown', 'ok', 'warn', 'crit'];

async function fillDays(runner: QueryRunner, agentUid: string): Promise<void> {
  const isPostgres = runner.connection.options.type === 'postgres';
  const mark = (n: number) => (isPostgres ? `$${n}` : '?');
  const rank = RANKS.map((health, index) => `WHEN '${health}' THEN ${index}`).join(' ');
  const hours = (await runner.query(
    `SELECT received_at / ${HOUR_MS} AS hour, MAX(CASE overall ${rank} ELSE 0 END) AS rank
     FROM snapshots WHERE agent_uid = ${mark(1)} GROUP BY 1`,
    [agentUid],
  )) as Hour[];
  const days = new Map<number, string[]>();
  for (const { hour, rank } of hours) {
    const day = Math.floor(Number(hour) / HOURS_A_DAY);
    const chars = days.get(day) ?? Array<string>(HOURS_A_DAY).fill(STRIP.noData);
    chars[Number(hour) % HOURS_A_DAY] = STRIP.chars[RANKS[Number(rank)] ?? 'unknown'];
    days.set(day, chars);
  }
  for (const [day, chars] of days) {
    await runner.query(
      `INSERT INTO health_days (agent_uid, day, hours) VALUES (${mark(1)}, ${mark(2)}, ${mark(3)})`,
      [agentUid, day, chars.join('')],
    );
  }
}
