import { systemClock } from '@kenny/kernel';
import { databaseIn } from '../../../test/database-in.js';
import { tempDirs } from '../../../test/temp-dir.js';
import { openDatabase, type OpenDatabase } from '../index.js';
import { Auth1763700002000 } from './2000-auth.js';
import { TokenElicitation1763700002100 } from './2100-token-elicitation.js';
import { ElicitationOptIn1763700002300 } from './2300-elicitation-opt-in.js';

const newDir = tempDirs();
const BEFORE = [Auth1763700002000, TokenElicitation1763700002100];
const AFTER = [...BEFORE, ElicitationOptIn1763700002300];

let database: OpenDatabase | undefined;
afterEach(async () => {
  await database?.close();
});

async function reopened(dataDir: string, migrations: typeof AFTER): Promise<OpenDatabase> {
  await database?.close();
  database = await openDatabase(databaseIn(dataDir), { entities: [], migrations }, systemClock);
  return database;
}

it('clients of tokens from before accept for nobody any more, whatever those were made with', async () => {
  const dataDir = newDir();
  const { writer } = await reopened(dataDir, BEFORE);
  await writer.write(async ({ manager }) => {
    await manager.query(`INSERT INTO operators (id, name, created_at) VALUES ('anna', 'Anna', 1)`);
    await manager.query(
      `INSERT INTO tokens (id, token_sha256, operator_id, name, scope, classes, decide, elicitation,
         origin, created_at)
       VALUES ('tok_1', 'h', 'anna', 'Claude', 'mcp', '["read"]', false, true, 'minted', 1)`,
    );
  });
  const { reads } = await reopened(dataDir, AFTER);
  const rows = await reads.manager.query<{ elicitation: unknown }[]>(
    'SELECT elicitation FROM tokens',
  );
  expect(rows.map(({ elicitation }) => Boolean(elicitation))).toEqual([false]);
});
