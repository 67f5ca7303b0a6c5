import { systemClock } from '@kenny/kernel';
import { databaseIn } from '../../../test/database-in.js';
import { tempDirs } from '../../../test/temp-dir.js';
import { openDatabase, type OpenDatabase } from '../index.js';
import { Policy1763700003000 } from './3000-policy.js';
import { ApprovalTool1763700003100 } from './3100-approval-tool.js';
import { ApprovalKind1763700003200 } from './3200-approval-kind.js';

const newDir = tempDirs();
const BEFORE = [Policy1763700003000];
const AFTER = [...BEFORE, ApprovalTool1763700003100, ApprovalKind1763700003200];

let database: OpenDatabase | undefined;
afterEach(async () => {
  await database?.close();
});

async function reopened(dataDir: string, migrations: typeof AFTER): Promise<OpenDatabase> {
  await database?.close();
  database = await openDatabase(databaseIn(dataDir), { entities: [], migrations }, systemClock);
  return database;
}

it('approvals of before get the tool that stands in their record, and were changes', async () => {
  const dataDir = newDir();
  const { writer } = await reopened(dataDir, BEFORE);
  await writer.write(({ manager }) =>
    manager.query(
      `INSERT INTO approvals (id, revision, state, agent_uid, agent_id, principal_key, repeat_key,
         requested_at, record, token_ids)
       VALUES ('apr_1', 1, 'done', 'u', 'pc1', 'p', 'r', 1000,
         '{"tool":"shell_exec","args":{"command":"\\"tool\\":\\"x\\""}}', '[]')`,
    ),
  );
  const { reads } = await reopened(dataDir, AFTER);
  const rows = await reads.manager.query<unknown[]>('SELECT id, tool, kind FROM approvals');
  expect(rows).toEqual([{ id: 'apr_1', tool: 'shell_exec', kind: 'change' }]);
});
