import type { FleetAgent, FleetView } from '@kenny/contract';
import { DAY_MS, MINUTE_MS } from '@kenny/kernel';
import { aTelemetry, FakeClock, type FakeAgent } from '@kenny/testing';
import { AServer } from '../test/a-server.js';
import { CliWorld } from '../test/cli-world.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();
const DISK = '/api/agents/pc1/snoozes/disk';
const REASON = 'Leo moves his videos on Sunday';
const PERCENT = { warn: 91, crit: 97, ok: 40 };

describe('what is wrong with a PC and was snoozed', () => {
  let dataDir: string;
  let clock: FakeClock;
  let server: AServer;
  let pc: FakeAgent;
  beforeEach(async () => {
    dataDir = newDir();
    clock = new FakeClock();
    server = await AServer.start({ dataDir, clock });
    pc = await server.connected('pc1');
    await reports('warn');
  });
  afterEach(() => server.stop());

  async function reports(disk: keyof typeof PERCENT): Promise<void> {
    const stored = server.nextEvent('telemetry.stored');
    const volume = { mount: 'C:', total_bytes: 500, free_bytes: 45, percent_used: PERCENT[disk] };
    pc.send(
      aTelemetry('pc1')
        .with('disk', { volumes: [volume] })
        .frame(),
    );
    await stored;
  }
  const until = (ms: number) => new Date(clock.now() + ms).toISOString();
  const snooze = (body: object = { until: until(3 * DAY_MS), reason: REASON }) =>
    server.http('PUT', DISK, body);
  async function listed(): Promise<FleetAgent | undefined> {
    return (await server.http<FleetView>('GET', '/api/fleet')).body.agents[0];
  }

  it('counts as fine, and says who put it off, why and until when', async () => {
    expect(await listed()).toMatchObject({ overall: 'warn', worst: { name: 'disk' } });
    const end = until(3 * DAY_MS);
    const told = server.nextEvent('health.changed');
    const answer = await snooze({ until: end, reason: REASON });
    await told;
    expect(answer).toMatchObject({ status: 200, body: { overall: 'ok', worst: null } });
    const snoozed = { until: end, reason: REASON, by: 'admin' };
    expect(await listed()).toMatchObject({
      ...{ overall: 'ok', worst: null },
      sections: [{ name: 'disk', status: 'warn', snoozed }],
    });
    expect(await server.audit('kind=agent')).toMatchObject([
      { target: 'snooze', agent_id: 'pc1', args: { section: 'disk', until: end, reason: REASON } },
      ...[{ target: 'enroll' }, { target: 'create' }],
    ]);
  });

  it('stays put off with the next report, and after a restart', async () => {
    await snooze();
    await reports('warn');
    expect(await listed()).toMatchObject({ overall: 'ok' });
    await server.stop();
    server = await AServer.start({ dataDir, clock });
    pc = await server.connect('pc1');
    expect(await listed()).toMatchObject({ overall: 'ok', sections: [{ name: 'disk' }] });
  });

  it('counts again when it gets worse, and is put off again when it is as it was', async () => {
    await snooze();
    await reports('crit');
    const worse = await listed();
    expect(worse).toMatchObject({ overall: 'crit', worst: { name: 'disk' } });
    expect(worse?.sections[0]).not.toHaveProperty('snoozed');
    await reports('warn');
    expect(await listed()).toMatchObject({ overall: 'ok' });
  });

  it('counts again when its time is over, without a new report', async () => {
    await snooze({ until: until(5 * MINUTE_MS), reason: REASON });
    const told = server.nextEvent('health.changed');
    await clock.advanceAsync(6 * MINUTE_MS);
    await told;
    expect(await listed()).toMatchObject({ overall: 'warn', worst: { name: 'disk' } });
  });

  it('counts again when somebody ends it', async () => {
    await snooze();
    expect(await server.http('DELETE', DISK)).toMatchObject({ body: { overall: 'warn' } });
    expect(await server.http('DELETE', DISK)).toMatchObject({
      ...{ status: 404, body: { error: { code: 'not_found' } } },
    });
    expect((await server.audit('kind=agent'))[0]).toMatchObject({ target: 'end_snooze' });
  });

  it.each([
    ['an end that is over', -1, 400, 'validation'],
    ['an end in two years', 731 * DAY_MS, 400, 'validation'],
  ])('is not put off until %s', async (_, ms, status, code) => {
    const answer = await snooze({ until: until(ms), reason: REASON });
    expect(answer).toMatchObject({ status, body: { error: { code } } });
    expect(await listed()).toMatchObject({ overall: 'warn' });
  });

  it('cannot be put off when it is fine, or not there', async () => {
    await reports('ok');
    expect(await snooze()).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
    const body = { until: until(DAY_MS), reason: REASON };
    expect(await server.http('PUT', '/api/agents/pc1/snoozes/nosuch', body)).toMatchObject({
      ...{ status: 404, body: { error: { code: 'not_found' } } },
    });
  });

  it('is put off, listed and ended from the command line', async () => {
    const world = new CliWorld(newDir(), clock);
    world.env = { KENNY_URL: server.url, KENNY_TOKEN: server.admin };
    const words = ['agent', 'snooze', 'pc', 'Disk', '--for', '3d', '--reason', REASON];
    expect((await world.run(...words)).out).toContain('pc1 is ok now.');
    expect((await world.run('agent', 'snoozes')).out).toMatch(
      /pc1 +Disk +warn +in 3 d +admin +Leo/,
    );
    expect((await world.run('agent', 'unsnooze', 'pc1', 'disk')).out).toContain('pc1 is warn now.');
    expect((await world.run('agent', 'snoozes', 'pc1')).out).toBe('Nothing is snoozed.\n');
    expect((await world.run('agent', 'unsnooze', 'pc1', 'disk')).err).toContain('is not snoozed');
  });

  it('is forgotten with its PC', async () => {
    await snooze();
    await server.http('DELETE', '/api/agents/pc1');
    pc = await server.connected('pc1');
    await reports('warn');
    expect(await listed()).toMatchObject({ overall: 'warn' });
  });
});
