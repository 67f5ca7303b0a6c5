import type { ErrorBody, ReadinessView } from '@kenny/contract';
import { AServer } from '../test/a-server.js';
import { databaseIn, describeOnPostgres } from '../test/database-in.js';
import { tempDirs } from '../test/temp-dir.js';
import { postgresPlace } from '../src/config/index.js';
import { openRawPostgres, type RawPostgres } from '../src/database/postgres.driver.js';
import { WRITERS } from '../src/database/postgres-lease.js';

const newDir = tempDirs();

describeOnPostgres('a server whose database goes away', 'a file does not go away', () => {
  let server: AServer;
  let admin: RawPostgres;
  beforeEach(async () => {
    const dataDir = newDir();
    server = await AServer.start({ dataDir });
    const { database } = databaseIn(dataDir);
    admin = await openRawPostgres(postgresPlace(database.type === 'postgres' ? database.url : ''));
  });
  afterEach(async () => {
    await admin.discard();
    await server.stop();
  });

  /** Cuts every connection of the server, and lets none of them write again. */
  async function takeAway(): Promise<void> {
    const ours = `application_name = 'kenny' AND pid IN (
      SELECT pid FROM pg_locks WHERE locktype = 'advisory'
        AND objid = hashtext(current_schema())::oid AND pid <> pg_backend_pid())`;
    await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${ours}`);
    await admin.query(`SELECT pg_advisory_lock(${WRITERS}, hashtext(current_schema()))`);
    await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${ours}`);
  }

  const add = () => server.http<ErrorBody>('POST', '/api/agents', { agent_id: 'pc1' });
  const ready = () => server.http<ReadinessView>('GET', '/readyz');

  it('refuses changes, says that it is not ready, and goes on when it is back', async () => {
    expect((await ready()).status).toBe(200);
    await takeAway();
    expect(await add()).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
    expect(await ready()).toMatchObject({ status: 503, body: { database: 'failed' } });
    expect((await server.http('GET', '/healthz')).status).toBe(200);

    await admin.query(`SELECT pg_advisory_unlock(${WRITERS}, hashtext(current_schema()))`);
    while ((await ready()).status !== 200) await new Promise((resolve) => setImmediate(resolve));
    expect((await add()).status).toBe(201);
  });
});
