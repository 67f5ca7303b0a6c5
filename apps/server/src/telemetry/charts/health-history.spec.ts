import { CHART_LIMITS, telemetryText } from '@kenny/contract';
import { aTelemetry, strictFake } from '@kenny/testing';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@kenny/kernel';
import { aPrincipal } from '../../../test/gate-world.js';
import { PC, TelemetryWorld, UID } from '../../../test/telemetry-world.js';
import { tempDirs } from '../../../test/temp-dir.js';
import type { AgentRecord, AgentsService } from '../../auth/index.js';
import { KennyError } from '../../kernel/index.js';
import { HealthHistoryService } from './health-history.service.js';

const newDir = tempDirs();
let world: TelemetryWorld;
beforeEach(async () => {
  world = await TelemetryWorld.open(newDir());
});
afterEach(() => world.close());

const NOT_FOUND = new KennyError('not_found', 'no such PC');
const RECORDS = [PC, { agent_id: 'pc2', agent_uid: 'uid-pc2' }].map((pc) =>
  strictFake<AgentRecord>('AgentRecord', pc),
);
const agents = strictFake<AgentsService>('AgentsService', {
  list: () => RECORDS,
  mustGet: (_acting, id) => {
    const found = RECORDS.find(({ agent_id }) => agent_id === id);
    if (!found) throw NOT_FOUND;
    return found;
  },
});
const history = (principal = aPrincipal(), only?: string) =>
  new HealthHistoryService(world.repository, agents).changes(
    principal,
    { from: world.clock.now() - 7 * DAY_MS, to: world.clock.now() },
    only,
  );
const disk = (percent_used: number) =>
  aTelemetry('pc1')
    .with('disk', {
      volumes: [{ mount: '/', total_bytes: 100, free_bytes: 100 - percent_used, percent_used }],
    })
    .frame();
async function takeEvery(ms: number, used: readonly number[]): Promise<void> {
  for (const percent of used) {
    await world.take(disk(percent));
    world.clock.advance(ms);
  }
}

describe('the history of health', () => {
  it('tells when a check got worse and better, newest first, and once however long it stays', async () => {
    await takeEvery(HOUR_MS, [40, 93, 93, 98, 40]);
    const { items, truncated } = await history();
    expect(items.map(({ at, status }) => [at.slice(11, 16), status])).toEqual([
      ...[
        ['16:00', 'ok'],
        ['15:00', 'crit'],
        ['13:00', 'warn'],
      ],
    ]);
    expect(items[2]).toMatchObject({ agent_id: 'pc1', section: 'disk', reason: '/ is 93 % full' });
    expect(truncated).toBe(false);
  });

  it('says that a check is only fine because somebody put it off', async () => {
    await takeEvery(HOUR_MS, [93]);
    const until = world.clock.now() + DAY_MS;
    const put = {
      section: 'disk',
      status: 'warn' as const,
      until,
      reason: 'new disk',
      by_name: 'ada',
    };
    world.snoozes.set({ agent_uid: UID, ...put });
    await world.ingest.reassess(PC, world.clock.now());
    expect((await history()).items).toMatchObject([
      { status: 'ok', snoozed: true, reason: '/ is 93 % full' },
      { status: 'warn', snoozed: false },
    ]);
  });

  it('is of the PCs that one may see, and of one of them', async () => {
    await takeEvery(HOUR_MS, [93]);
    expect((await history(aPrincipal({ agents: ['pc2'] }))).items).toEqual([]);
    expect((await history(aPrincipal({ agents: ['pc1'] }))).items).toHaveLength(1);
    expect((await history(aPrincipal(), 'pc1')).items).toHaveLength(1);
    expect((await history(aPrincipal(), 'pc2')).items).toEqual([]);
    await expect(history(aPrincipal(), 'pc3')).rejects.toBe(NOT_FOUND);
  });

  it('is cut when there is too much of it', async () => {
    const often = Array.from({ length: CHART_LIMITS.changes + 2 }, (_, i) => (i % 2 ? 40 : 93));
    await takeEvery(MINUTE_MS, often);
    const { items, truncated } = await history();
    expect(items).toHaveLength(CHART_LIMITS.changes);
    expect(truncated).toBe(true);
  });

  it('counts towards what a PC may store in a day', async () => {
    const storedOf = async (used: readonly number[]) => {
      const before = await world.count('snapshots');
      const ingest = world.restarted(20_000);
      for (const percent of used) {
        const read = () => telemetryText(disk(percent));
        await ingest.take({ ...PC, read, bytes: 1, at: world.clock.now() });
      }
      return (await world.count('snapshots')) - before;
    };
    await takeEvery(DAY_MS, [93, 40]);
    const steady = await storedOf(Array.from({ length: 30 }, () => 93));
    const changing = await storedOf(Array.from({ length: 30 }, (_, i) => (i % 2 ? 93 : 40)));
    expect(changing).toBeGreaterThan(0);
    expect(changing).toBeLessThan(steady);
  });

  it('ends with its time, and with its PC', async () => {
    await takeEvery(DAY_MS, [93, 40]);
    world.clock.advance(29 * DAY_MS);
    await world.retention(30).run(world.clock.now());
    expect(await world.count('health_changes')).toBe(1);
    world.events.emit('agent.changed', {
      ...PC,
      ...{ change: 'removed', disconnect: true, at: world.clock.now() },
    });
    await world.ingest.idle();
    expect(await world.count('health_changes')).toBe(0);
  });
});
