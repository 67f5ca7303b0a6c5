import type { ErrorBody, ReadinessView } from '@kenny/contract';
import { AServer } from '../../test/a-server.js';
import { describeOnPostgres } from '../../test/database-in.js';
import { takeablePostgres, type TakeablePostgres } from '../../test/take-away-postgres.js';
import { tempDirs } from '../../test/temp-dir.js';

const newDir = tempDirs();

describeOnPostgres('a server whose database goes away', 'a file does not go away', () => {
  let server: AServer;
  let postgres: TakeablePostgres;
  beforeEach(async () => {
    const dataDir = newDir();
    server = await AServer.start({ dataDir });
    postgres = await takeablePostgres(dataDir);
  });
  afterEach(async () => {
    await postgres.close();
    await server.stop();
  });

  const add = () => server.http<ErrorBody>('POST', '/api/agents', { agent_id: 'pc1' });
  const ready = () => server.http<ReadinessView>('GET', '/readyz');

  it('refuses changes, says that it is not ready, and goes on when it is back', async () => {
    expect((await ready()).status).toBe(200);
    await postgres.takeAway();
    expect(await add()).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
    expect(await ready()).toMatchObject({ status: 503, body: { database: 'failed' } });
    expect((await server.http('GET', '/healthz')).status).toBe(200);

    await postgres.giveBack();
    while ((await ready()).status !== 200) await new Promise((resolve) => setImmediate(resolve));
    expect((await add()).status).toBe(201);
  });
});
