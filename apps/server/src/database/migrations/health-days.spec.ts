import { systemClock } from '@kenny/kernel';
import { databaseIn } from '../../../test/database-in.js';
import { tempDirs } from '../../../test/temp-dir.js';
import { openDatabase } from '../index.js';
import { Telemetry1763700004000 } from './4000-telemetry.js';
import { TelemetryAge1763700004100 } from './4100-telemetry-age.js';
import { PackedPoints1763700004200 } from './4200-packed-points.js';
import { HealthDays1763700004300 } from './4300-health-days.js';

const newDir = tempDirs();
const BEFORE = [Telemetry1763700004000, TelemetryAge1763700004100, PackedPoints1763700004200];
const HOUR = 3_600_000;

const snapshot = (id: string, pc: string, hour: number, overall: string) =>
  `INSERT INTO snapshots (id, agent_uid, received_at, overall, refs)
   VALUES ('${id}', '${pc}', ${hour * HOUR + 5}, '${overall}', '{}')`;
const OLD_ROWS = [
  `INSERT INTO pc_health (agent_uid, received_at, sections, refs, strip, strip_slot)
   VALUES ('a', 1, '[]', '{}', '', 0), ('b', 1, '[]', '{}', '', 0)`,
  ...[snapshot('1', 'a', 24, 'ok'), snapshot('2', 'a', 24.5, 'crit'), snapshot('3', 'a', 47, 'ok')],
  ...[snapshot('4', 'a', 49, 'unknown'), snapshot('5', 'b', 0, 'warn')],
];

describe('the migration that makes days of snapshots', () => {
  it('keeps the worst of each hour', async () => {
    const where = databaseIn(newDir());
    const old = await openDatabase(where, { entities: [], migrations: BEFORE }, systemClock);
    await old.writer.write(async ({ manager }) => {
      for (const statement of OLD_ROWS) await manager.query(statement);
    });
    await old.close();
    const migrations = [...BEFORE, HealthDays1763700004300];
    const now = await openDatabase(where, { entities: [], migrations }, systemClock);
    const rows = await now.reads.manager.query<object[]>(
      'SELECT agent_uid, day, hours FROM health_days ORDER BY agent_uid, day',
    );
    await now.close();
    expect(rows).toEqual([
      { agent_uid: 'a', day: 1, hours: `c${'-'.repeat(22)}o` },
      { agent_uid: 'a', day: 2, hours: `-u${'-'.repeat(22)}` },
      { agent_uid: 'b', day: 0, hours: `w${'-'.repeat(23)}` },
    ]);
  });
});
