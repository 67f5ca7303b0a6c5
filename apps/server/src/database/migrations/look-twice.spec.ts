import { systemClock } from '@kenny/kernel';
import { databaseIn } from '../../../test/database-in.js';
import { tempDirs } from '../../../test/temp-dir.js';
import { openDatabase, type OpenDatabase } from '../index.js';
import { Policy1763700003000 } from './3000-policy.js';
import { ApprovalTool1763700003100 } from './3100-approval-tool.js';
import { LookTwice1763700003400 } from './3400-look-twice.js';

const newDir = tempDirs();
const BEFORE = [Policy1763700003000, ApprovalTool1763700003100];
const AFTER = [...BEFORE, LookTwice1763700003400];

let database: OpenDatabase | undefined;
afterEach(async () => {
  await database?.close();
});

it('approvals of before bear no marks, and are otherwise as they were', async () => {
  const dataDir = newDir();
  const opened = async (migrations: typeof AFTER) => {
    await database?.close();
    database = await openDatabase(databaseIn(dataDir), { entities: [], migrations }, systemClock);
    return database;
  };
  const record = { tool: 'shell_exec', args: { command: 'echo "look_twice"' }, revision: 1 };
  await (
    await opened(BEFORE)
  ).writer.write(({ manager }) =>
    manager.query(
      `INSERT INTO approvals (id, revision, state, agent_uid, agent_id, principal_key, repeat_key,
         requested_at, record, token_ids, tool)
       VALUES ('apr_1', 1, 'done', 'u', 'pc1', 'p', 'r', 1000, '${JSON.stringify(record)}', '[]', 't')`,
    ),
  );
  const { reads } = await opened(AFTER);
  const [row] = await reads.manager.query<{ record: string }[]>('SELECT record FROM approvals');
  expect(JSON.parse(row?.record ?? '')).toEqual({ ...record, look_twice: [] });
});
