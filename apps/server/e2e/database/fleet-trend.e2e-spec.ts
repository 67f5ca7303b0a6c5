import {
  telemetryText,
  type CreatedToken,
  type FleetTrend,
  type SeriesView,
} from '@kenny/contract';
import { aTelemetry, FakeClock } from '@kenny/testing';
import { DAY_MS } from '@kenny/kernel';
import { AgentsService } from '../../src/auth/index.js';
import { EventBus } from '../../src/kernel/index.js';
import { AServer } from '../../test/a-server.js';
import { tempDirs } from '../../test/temp-dir.js';

const newDir = tempDirs();
let dataDir: string;
/** Stands still: the day, or the hour, must not end in the middle of a test. */
let clock: FakeClock;
let server: AServer;
beforeEach(async () => {
  dataDir = newDir();
  clock = new FakeClock();
  server = await AServer.start({ dataDir, clock });
});
afterEach(() => server.stop());

/** As if its snapshot had come so long ago. */
async function heard(agent_id: string, ago: number, percent_used: number): Promise<void> {
  const agent_uid = server.get(AgentsService).get(agent_id)?.agent_uid ?? '';
  const volumes = [{ mount: '/', total_bytes: 100, free_bytes: 1, percent_used }];
  const frame = telemetryText(aTelemetry(agent_id).with('disk', { volumes }).frame());
  const stored = server.nextEvent('telemetry.stored');
  const received = { agent_id, agent_uid, read: () => frame, bytes: 1, at: clock.now() - ago };
  server.get(EventBus).emit('telemetry.received', received);
  await stored;
}

async function trend(query = 'days=3', token = server.admin): Promise<FleetTrend> {
  const path = `/api/fleet/trend?${query}`;
  return (await server.http<FleetTrend>('GET', path, undefined, token)).body;
}

const counts = ({ points }: FleetTrend) => points.map(({ at: _, ...rest }) => rest);
const NONE = { crit: 0, warn: 0, offline: 0, unknown: 0, ok: 0 };

describe('the trend of the fleet', () => {
  it('counts each PC once a day, by the worst that was seen of it', async () => {
    await server.enrol('pc1');
    await server.enrol('pc2');
    await heard('pc1', 2 * DAY_MS, 10);
    await heard('pc2', 2 * DAY_MS, 85);
    await heard('pc1', DAY_MS, 99);
    const found = await trend();
    expect(found.resolution_s).toBe(86_400);
    expect(counts(found)).toEqual([
      { ...NONE, ok: 1, warn: 1 },
      { ...NONE, crit: 1, offline: 1 },
      { ...NONE, offline: 2 },
    ]);
    expect(found.points[2]?.at).toBe(new Date(clock.now() - 0.5 * DAY_MS).toISOString());
  });

  it('goes on with what comes in, and is the same after a restart', async () => {
    await server.enrol('pc1');
    await heard('pc1', DAY_MS, 10);
    const before = await trend('days=2&by=hour');
    expect(before.points).toHaveLength(48);
    await heard('pc1', 0, 99);
    const after = await trend('days=2&by=hour');
    expect(counts(after).at(-1)).toEqual({ ...NONE, crit: 1 });
    expect(counts(after).slice(0, -1)).toEqual(counts(before).slice(0, -1));
    await server.stop();
    server = await AServer.start({ dataDir, clock });
    expect(counts(await trend('days=2&by=hour'))).toEqual(counts(after));
  });

  it('forgets a PC that was removed', async () => {
    await server.enrol('pc1');
    await heard('pc1', DAY_MS, 10);
    expect(counts(await trend())[1]).toEqual({ ...NONE, ok: 1 });
    await server.http('DELETE', '/api/agents/pc1');
    expect(counts(await trend())).toEqual([NONE, NONE, NONE]);
  });

  it('shows a token no more PCs than it may see, and so do charts of one', async () => {
    await server.enrol('pc1');
    await server.enrol('pc2');
    await heard('pc1', DAY_MS, 99);
    await heard('pc2', DAY_MS, 10);
    const made = await server.http<CreatedToken>('POST', '/api/tokens', {
      operator: { id: 'bo' },
      name: 'one',
      scope: 'viewer',
      agents: ['pc2'],
    });
    const { token } = made.body;
    expect(counts(await trend('days=3', token))[1]).toEqual({ ...NONE, ok: 1 });
    for (const path of ['series?metric=disk_used', 'changes', 'forecast']) {
      const ask = (id: string) => server.http('GET', `/api/agents/${id}/${path}`, undefined, token);
      expect((await ask('pc1')).status).toBe(404);
      expect((await ask('pc2')).status).toBe(200);
      const nobody = await server.http('GET', `/api/agents/pc2/${path}`, undefined, null);
      expect(nobody.status).toBe(401);
    }
  });

  it('refuses what is no time, no step and no metric, in words', async () => {
    await server.enrol('pc1');
    const asked = async (path: string) => {
      const { status, body } = await server.http<{ error?: { message: string } }>('GET', path);
      return [status, body.error?.message];
    };
    expect((await asked('/api/fleet/trend?by=week'))[0]).toBe(400);
    const unknown = await asked('/api/agents/pc1/series?metric=nothing');
    expect(unknown).toEqual([400, expect.stringContaining('disk_used')]);
    const long = '/api/agents/pc1/changes?from=2020-01-01&to=2026-01-01';
    expect(await asked(long)).toEqual([400, expect.stringContaining('366 days')]);
  });
});

describe('the latency of a PC', () => {
  it('is measured on its connection and kept with its next snapshot', async () => {
    const pc = await server.connected('pc1');
    pc.send({ type: 'ping' });
    await pc.waitFor((frame) => frame.type === 'ping');
    const stored = server.nextEvent('telemetry.stored');
    pc.send(aTelemetry('pc1').frame());
    await stored;
    const { body } = await server.http<SeriesView>('GET', '/api/agents/pc1/series?metric=latency');
    expect(body).toMatchObject({ unit: 'ms', lines: [{ key: '' }] });
    const [point] = body.lines[0]?.points ?? [];
    expect(point?.[1]).toBeGreaterThanOrEqual(0);
  });
});
