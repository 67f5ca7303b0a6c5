import { systemClock } from '@kenny/kernel';
import { databaseIn } from '../../../test/database-in.js';
import { tempDirs } from '../../../test/temp-dir.js';
import { openDatabase, type OpenDatabase } from '../index.js';
import { Policy1763700003000 } from './3000-policy.js';
import { ApprovalTool1763700003100 } from './3100-approval-tool.js';
import { ApprovalSeq1763700003500 } from './3500-approval-seq.js';

const newDir = tempDirs();
const BEFORE = [Policy1763700003000, ApprovalTool1763700003100];
const AFTER = [...BEFORE, ApprovalSeq1763700003500];

let database: OpenDatabase | undefined;
afterEach(async () => {
  await database?.close();
});

async function reopened(dataDir: string, migrations: typeof AFTER): Promise<OpenDatabase> {
  await database?.close();
  database = await openDatabase(databaseIn(dataDir), { entities: [], migrations }, systemClock);
  return database;
}

it('approvals of before stand in the order in which they were listed', async () => {
  const dataDir = newDir();
  const { writer } = await reopened(dataDir, BEFORE);
  const times = { apr_c: 1000, apr_a: 2000, apr_b: 1000, apr_d: 1_800_000_000_000 };
  await writer.write(async ({ manager }) => {
    for (const [id, at] of Object.entries(times)) {
      await manager.query(
        `INSERT INTO approvals (id, revision, state, agent_uid, agent_id, principal_key,
           repeat_key, requested_at, record, token_ids)
         VALUES ('${id}', 1, 'done', 'u', 'pc1', 'p', 'r', ${at}, '{}', '[]')`,
      );
    }
  });
  const { reads } = await reopened(dataDir, AFTER);
  const rows = await reads.manager.query<unknown[]>('SELECT id, seq FROM approvals ORDER BY seq');
  expect(rows).toEqual([
    { id: 'apr_b', seq: 1 },
    { id: 'apr_c', seq: 2 },
    { id: 'apr_a', seq: 3 },
    { id: 'apr_d', seq: 4 },
  ]);
});
