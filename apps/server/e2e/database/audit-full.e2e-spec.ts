import { API_PATHS, type ReadinessView, type ServerFacts } from '@kenny/contract';
import { AuditStore } from '../../src/audit/index.js';
import { AuditSpool } from '../../src/audit/spool/audit-spool.js';
import { Writer } from '../../src/database/index.js';
import { AServer } from '../../test/a-server.js';
import { tempDirs } from '../../test/temp-dir.js';

const newDir = tempDirs();

describe('a server that can write its record nowhere', () => {
  let server: AServer;
  let reads: number;

  beforeAll(async () => {
    server = await AServer.start({ dataDir: newDir() });
    const handlers = {
      fs_read: () => {
        reads += 1;
        return { content: 'a letter', truncated: false };
      },
      fs_list: () => ({ entries: [], truncated: false }),
    };
    await server.connected('pc1', { handlers });
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    reads = 0;
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await server.get(AuditStore).log.flush();
  });

  const fillUp = () => {
    jest.spyOn(server.get(Writer), 'write').mockRejectedValue(new Error('SQLITE_FULL'));
    jest.spyOn(AuditSpool.prototype, 'append').mockResolvedValue(0);
  };
  const call = (tool: string, args: object) =>
    server.http<{ result?: object; error?: { code: string; message: string } }>(
      'POST',
      API_PATHS.tool(tool),
      { agent_id: 'pc1', args },
    );
  const readLetter = () => call('fs_read', { path: '/home/anna/letter.txt' });

  it('hands out no sensitive read that it could not record, and asks the PC for no other', async () => {
    fillUp();
    const first = await readLetter();
    expect([first.status, reads]).toEqual([503, 1]);
    expect(JSON.stringify(first.body)).not.toContain('a letter');
    expect(JSON.stringify(first.body)).toContain('is not shown');
    const second = await readLetter();
    expect([second.status, reads]).toEqual([503, 1]);
    expect(JSON.stringify(second.body)).toContain('nothing was done');
  });

  it('serves plain reads all the same, and sensitive ones as soon as there is room', async () => {
    fillUp();
    await readLetter();
    expect((await call('fs_list', { path: '/home/anna' })).status).toBe(200);
    jest.restoreAllMocks();
    await server.get(AuditStore).log.flush();
    expect((await readLetter()).status).toBe(200);
    const rows = (await server.get(AuditStore).reader.list({ kind: 'call' })).items;
    // That of the read which was not shown as well: the PC was read.
    expect(rows.slice(0, 3).map(({ tool }) => tool)).toEqual(['fs_read', 'fs_list', 'fs_read']);
  });

  it('says in the facts about itself what `/readyz` says, rows that wait among it', async () => {
    fillUp();
    await readLetter();
    const { status, body } = await server.http<ServerFacts>('GET', API_PATHS.server);
    const ready = await server.http<ReadinessView>('GET', API_PATHS.readyz);
    expect(status).toBe(200);
    expect(body.state.audit.waiting).toBeGreaterThan(0);
    expect(Object.keys(body.state)).toEqual(Object.keys(ready.body));
    // What is measured differs from one moment to the next.
    const { ready: able, database, conditions, dropped, refusals } = ready.body;
    expect(body.state).toMatchObject({
      ready: able,
      database,
      conditions,
      dropped,
      refusals,
    });
  });

  it('has the row of a sensitive read when its answer comes', async () => {
    const before = server.get(AuditStore).head;
    expect((await readLetter()).status).toBe(200);
    expect(server.get(AuditStore).head).toBe(before + 1);
  });
});
