import { API_PATHS, type FleetAgent, type FleetView, type LimitList } from '@kenny/contract';
import { aTelemetry, FakeClock, type FakeAgent } from '@kenny/testing';
import { AServer } from '../test/a-server.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();
const DISK = API_PATHS.agentLimit('pc1', 'disk', 'percent_used');
const TAGS = API_PATHS.tagLimit('disk', 'percent_used');

describe('a limit that was moved', () => {
  let dataDir: string;
  let clock: FakeClock;
  let server: AServer;
  let pc: FakeAgent;
  beforeEach(async () => {
    dataDir = newDir();
    clock = new FakeClock();
    server = await AServer.start({ dataDir, clock });
    pc = await server.connected('pc1');
    await reports(91);
  });
  afterEach(() => server.stop());

  async function reports(percent_used: number, battery = 100): Promise<void> {
    const stored = server.nextEvent('telemetry.stored');
    const volume = { mount: 'D:', total_bytes: 500, free_bytes: 45, percent_used };
    // As its own agent judges it.
    const worn = { status: battery < 70 ? 'warn' : 'ok', summary: `Battery ${battery} %` } as const;
    pc.send(
      aTelemetry('pc1')
        .with('disk', { status: percent_used > 80 ? 'warn' : 'ok', volumes: [volume] })
        .with('battery', { ...worn, present: true, health_percent: battery })
        .frame(),
    );
    await stored;
  }
  async function listed(): Promise<FleetAgent | undefined> {
    return (await server.http<FleetView>('GET', '/api/fleet')).body.agents[0];
  }
  const set = (body: object, path = DISK) => server.http('PUT', path, body);
  const tagged = (...tags: string[]) => server.http('PATCH', '/api/agents/pc1', { tags });

  it('judges what is known of the PC at once, and says who moved it', async () => {
    expect(await listed()).toMatchObject({ overall: 'warn' });
    const told = server.nextEvent('health.changed');
    const answer = await set({ warn: 94, crit: 98 });
    await told;
    const limit = { section: 'disk', field: 'percent_used', warn: 94, crit: 98, by: 'admin' };
    expect(answer).toMatchObject({ status: 200, body: { overall: 'ok', limits: [limit] } });
    expect(await listed()).toMatchObject({ overall: 'ok', worst: null, sections: [] });
    const health = await server.http('POST', '/api/tools/agent_health', { args: { id: 'pc1' } });
    expect(health.body['result']).toMatchObject({ overall: 'ok' });
    const snapshot = await server.http('GET', '/api/agents/pc1/snapshot?section=disk');
    expect(snapshot.body).toMatchObject({ snapshot: { disk: { status: 'ok' } } });
  });

  it('judges the reports to come, also against what the agent says', async () => {
    await set({ warn: 94 });
    await set({ warn: 60 }, API_PATHS.agentLimit('pc1', 'battery', 'health_percent'));
    await reports(94, 64);
    expect(await listed()).toMatchObject({ overall: 'ok' });
    await reports(94.5, 64);
    expect(await listed()).toMatchObject({ overall: 'warn', sections: [{ name: 'disk' }] });
    await reports(40, 59);
    expect(await listed()).toMatchObject({ overall: 'warn', sections: [{ name: 'battery' }] });
  });

  it('stays after a restart, also of a PC that is away', async () => {
    await set({ warn: 94 });
    await pc.terminate();
    await server.stop();
    server = await AServer.start({ dataDir, clock });
    expect(await listed()).toMatchObject({ overall: 'offline', last_overall: 'ok' });
    pc = await server.connect('pc1');
    await reports(91);
    expect(await listed()).toMatchObject({ overall: 'ok' });
  });

  it('is in the audit log with before and after', async () => {
    await set({ warn: 94 });
    await set({ warn: 85, crit: 97 });
    await server.http('DELETE', DISK);
    const about = { section: 'disk', field: 'percent_used' };
    const [first, second] = [
      { warn: 94, crit: null },
      { warn: 85, crit: 97 },
    ];
    expect((await server.audit('kind=agent')).slice(0, 3)).toMatchObject([
      { target: 'end_limit', agent_id: 'pc1', args: { ...about, before: second, after: null } },
      { target: 'limit', agent_id: 'pc1', args: { ...about, before: first, after: second } },
      { target: 'limit', agent_id: 'pc1', args: { ...about, before: null, after: first } },
    ]);
    expect(await listed()).toMatchObject({ overall: 'warn' });
    const again = await server.http('DELETE', DISK);
    expect(again).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
  });

  it.each<[string, object, string | undefined, number, string]>([
    ['beyond what the rule allows', { warn: 99 }, undefined, 400, 'must be from 50 to 98'],
    ['to where nothing is critical', { crit: 101 }, undefined, 400, 'must be from 80 to 99'],
    ['past its critical', { warn: 96 }, undefined, 400, 'must be below crit'],
    ['without a number', {}, undefined, 400, 'give a number'],
    ['as a text', { warn: '94' }, undefined, 400, 'warn'],
    ['of no such name', { warn: 94 }, 'nosuch', 404, 'it has percent_used'],
  ])('is not moved %s', async (_, body, field, status, words) => {
    const path = API_PATHS.agentLimit('pc1', 'disk', field ?? 'percent_used');
    const answer = await server.http<{ error: { message: string } }>('PUT', path, body);
    expect(answer.status).toBe(status);
    expect(answer.body.error.message).toContain(words);
    expect(await listed()).toMatchObject({ overall: 'warn' });
  });

  it('is moved by admins alone', async () => {
    const token = { operator: { id: 'bo' }, name: 't', scope: 'operator' };
    const made = await server.http<{ token: string }>('POST', '/api/tokens', token);
    const answers = [
      await server.http('PUT', DISK, { warn: 94 }, made.body.token),
      await server.http('PUT', TAGS, { tag: 'media', warn: 94 }, made.body.token),
      await server.http('GET', API_PATHS.limits, undefined, made.body.token),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    const some = { operator: { id: 'bo' }, name: 't', scope: 'admin', agents: ['pc1'] };
    const limited = await server.http<{ token: string }>('POST', '/api/tokens', some);
    const refused = await server.http('PUT', TAGS, { tag: 'media', warn: 94 }, limited.body.token);
    expect(refused.status).toBe(403);
    expect((await server.http('PUT', DISK, { warn: 94 }, limited.body.token)).status).toBe(200);
  });

  describe('for a tag', () => {
    it('counts for every PC that has it, as soon as it has it', async () => {
      expect((await set({ tag: 'media', warn: 94 }, TAGS)).status).toBe(404);
      await tagged('media');
      const { body } = await server.http<LimitList>('PUT', TAGS, { tag: 'media', warn: 94 });
      expect(body.items).toMatchObject([{ tag: 'media', section: 'disk', warn: 94, crit: null }]);
      expect(await listed()).toMatchObject({ overall: 'ok' });
      expect((await server.http<FleetAgent>('GET', '/api/agents/pc1')).body.limits).toMatchObject([
        { tag: 'media', by: 'admin' },
      ]);
      await changing(() => tagged());
      expect(await listed()).toMatchObject({ overall: 'warn' });
      await changing(() => tagged('media'));
      expect(await listed()).toMatchObject({ overall: 'ok' });
      await server.http('DELETE', `${TAGS}?tag=media`);
      expect(await listed()).toMatchObject({ overall: 'warn' });
      const rows = await server.audit('kind=setting');
      expect(rows).toMatchObject([
        { target: 'end_limit', args: { tag: 'media', before: { warn: 94 }, after: null } },
        { target: 'limit', args: { tag: 'media', before: null, after: { warn: 94 } } },
      ]);
    });

    /** The PC is shown anew. */
    async function changing(work: () => Promise<unknown>): Promise<void> {
      const told = server.nextEvent('health.changed');
      await work();
      await told;
    }

    it('gives way to the PC’s own, and of several the strictest counts', async () => {
      await tagged('media', 'family');
      await set({ tag: 'media', warn: 94 }, TAGS);
      await set({ tag: 'family', warn: 85 }, TAGS);
      expect(await listed()).toMatchObject({ overall: 'warn' });
      await set({ warn: 93 });
      expect(await listed()).toMatchObject({ overall: 'ok' });
      await server.http('DELETE', DISK);
      expect(await listed()).toMatchObject({ overall: 'warn' });
    });
  });

  it('is forgotten with its PC', async () => {
    await set({ warn: 94 });
    await server.http('DELETE', '/api/agents/pc1');
    pc = await server.connected('pc1');
    await reports(91);
    expect(await listed()).toMatchObject({ overall: 'warn' });
    const { body } = await server.http<FleetAgent>('GET', '/api/agents/pc1');
    expect(body).not.toHaveProperty('limits');
  });
});
