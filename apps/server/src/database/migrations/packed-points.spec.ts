import { systemClock } from '@kenny/kernel';
import { databaseIn } from '../../../test/database-in.js';
import { tempDirs } from '../../../test/temp-dir.js';
import { openDatabase, type OpenDatabase, type Tx } from '../index.js';
import { Telemetry1763700004000 } from './4000-telemetry.js';
import { TelemetryAge1763700004100 } from './4100-telemetry-age.js';
import { PackedPoints1763700004200 } from './4200-packed-points.js';

const newDir = tempDirs();
const BEFORE = [Telemetry1763700004000, TelemetryAge1763700004100];
const AFTER = [...BEFORE, PackedPoints1763700004200];

let database: OpenDatabase | undefined;
afterEach(async () => {
  await database?.close();
});

async function reopened(dataDir: string, migrations: typeof AFTER): Promise<OpenDatabase> {
  await database?.close();
  database = await openDatabase(databaseIn(dataDir), { entities: [], migrations }, systemClock);
  return database;
}

/** Two PCs at the same moment, one with numbers; a later snapshot; numbers whose snapshot is gone. */
const OLD_ROWS = [
  `INSERT INTO snapshots (id, agent_uid, received_at, overall, refs)
   VALUES ('s1', 'a', 1000, 'ok', '{}'), ('s2', 'b', 1000, 'ok', '{}'), ('s3', 'a', 2000, 'ok', '{}')`,
  `INSERT INTO series_points (agent_uid, metric, "key", at, value)
   VALUES ('a', 'disk_used', 'C:', 1000, 41.5), ('a', 'disk_used', 'é "x"', 1000, 80),
     ('a', 'uptime', '', 1000, 523841), ('a', 'uptime', '', 2000, 524741),
     ('gone', 'uptime', '', 500, 1)`,
];

interface Row {
  readonly id: string;
  readonly points: string;
}

interface Point {
  readonly agent_uid: string;
  readonly value: number;
}

describe('the migration of points into the rows of their snapshots', () => {
  it('keeps every number of every snapshot', async () => {
    const dataDir = newDir();
    const old = await reopened(dataDir, BEFORE);
    await old.writer.write(async ({ manager }) => {
      for (const statement of OLD_ROWS) await manager.query(statement);
    });
    const { reads } = await reopened(dataDir, AFTER);
    const rows = await reads.manager.query<Row[]>('SELECT id, points FROM snapshots ORDER BY id');
    expect(rows.map(({ id, points }) => [id, JSON.parse(points) as unknown])).toEqual([
      ['s1', { disk_used: { 'C:': 41.5, 'é "x"': 80 }, uptime: { '': 523_841 } }],
      ['s2', {}],
      ['s3', { uptime: { '': 524_741 } }],
    ]);
    await expect(reads.manager.query('SELECT * FROM series_points')).rejects.toThrow();
  });

  it('can be taken back', async () => {
    const { writer } = await reopened(newDir(), AFTER);
    const points = await writer.write(async ({ manager }: Tx) => {
      await manager.query(
        `INSERT INTO snapshots (id, agent_uid, received_at, overall, refs, points)
         VALUES ('s1', 'a', 1000, 'ok', '{}', '{"disk_used":{"C:":41.5,"D:":80},"uptime":{"":5}}'),
           ('s2', 'b', 1000, 'ok', '{}', '{}')`,
      );
      const runner = manager.queryRunner;
      if (!runner) throw new Error('a write job has a connection');
      await new PackedPoints1763700004200().down(runner);
      return manager.query<Point[]>('SELECT agent_uid, value FROM series_points ORDER BY value');
    });
    expect(points.map(({ agent_uid, value }) => [agent_uid, Number(value)])).toEqual([
      ['a', 5],
      ['a', 41.5],
      ['a', 80],
    ]);
  });
});
