import type { FleetView } from '@kenny/contract';
import { aTelemetry } from '@kenny/testing';
import { AServer } from '../test/a-server.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();
let server: AServer;
beforeEach(async () => {
  server = await AServer.start({ dataDir: newDir() });
});
afterEach(() => server.stop());

describe('the fleet', () => {
  it('shows a PC with its evaluated health as soon as its snapshot is stored', async () => {
    const pc = await server.connected('pc1');
    const stored = server.nextEvent('health.changed');
    pc.send(aTelemetry('pc1').frame());
    await stored;
    const { body } = await server.http<FleetView>('GET', '/api/fleet?sections=all');
    expect(body.counts).toMatchObject({ offline: 0 });
    expect(body.agents).toMatchObject([{ agent_id: 'pc1', online: true, protocol: '0.8' }]);
    expect(body.agents[0]?.section_count).toBeGreaterThanOrEqual(6);
    const snapshot = await server.http('GET', '/api/agents/pc1/snapshot?section=disk');
    expect(snapshot.body['snapshot']).toHaveProperty('disk.volumes');
  });

  it('shows it as offline when it is gone, with what was last known', async () => {
    const pc = await server.connected('pc1');
    const stored = server.nextEvent('health.changed');
    pc.send(aTelemetry('pc1').frame());
    await stored;
    const before = await server.http<FleetView>('GET', '/api/fleet');
    const gone = server.nextEvent('agent.offline');
    await pc.close();
    await gone;
    const { body } = await server.http<FleetView>('GET', '/api/fleet');
    expect(body).toMatchObject({
      overall: 'offline',
      counts: { offline: 1 },
      agents: [{ online: false, last_overall: before.body.agents[0]?.overall }],
    });
    expect(before.body.agents[0]).not.toHaveProperty('last_overall');
    const listed = await server.http('POST', '/api/tools/list_agents', { args: {} });
    expect(listed.body).toMatchObject({
      result: { agents: [{ overall: 'offline', last_overall: before.body.agents[0]?.overall }] },
    });
  });

  it('says of an agent that announces its tools whether it can be updated', async () => {
    const meta = { hostname: 'x', os: 'linux', version: '0.1.0' } as const;
    for (const [id, tools] of [
      ['fixed', ['fs_list']],
      ['updatable', ['fs_list', 'agent_update']],
    ] as const) {
      await server.connected(id, { meta: { ...meta, tools: [...tools] } });
    }
    const { body } = await server.http<FleetView>('GET', '/api/fleet');
    const said = body.agents.map(({ agent_id, meta }) => [agent_id, meta?.updatable]);
    expect(Object.fromEntries(said)).toEqual({ fixed: false, updatable: true });
  });

  it('limits every view to the PCs of the token', async () => {
    await server.connected('pc1');
    await server.connected('pc2');
    const made = await server.http('POST', '/api/tokens', {
      operator: { id: 'bo' },
      name: 'one',
      scope: 'viewer',
      agents: ['pc2'],
    });
    const token = String(made.body['token']);
    const { body } = await server.http<FleetView>('GET', '/api/fleet', undefined, token);
    expect(body.agents.map(({ agent_id }) => agent_id)).toEqual(['pc2']);
    expect(await server.http('GET', '/api/agents/pc1', undefined, token)).toMatchObject({
      status: 404,
    });
  });
});
