import type { FleetAgent } from '@kenny/contract';
import { ATTACK, HIDDEN, aFleet, aPc } from '../../../test/cli-answers.js';
import { CliWorld, FixtureServer, refusal } from '../../../test/cli-world.js';
import { tempDirs } from '../../../test/temp-dir.js';

const tempDir = tempDirs();
const SINCE = '2026-06-04T10:00:00.000Z';
const DISK = { name: 'disk', status: 'warn', reason: '/ is 91 % full', since: SINCE } as const;
const UPDATES = { name: 'win_update', status: 'ok', reason: 'All is new', since: SINCE } as const;
const SNOOZED = { until: '2026-06-11T12:00:00.000Z', reason: 'Leo moves it', by: 'Anna' };
const SNOOZE = 'PUT /api/agents/pc1/snoozes/disk';
let world: CliWorld;
let server: FixtureServer;

beforeEach(async () => {
  world = new CliWorld(tempDir());
  server = await new FixtureServer(() => world.clock.now()).listen();
  world.env = { KENNY_URL: server.url, KENNY_TOKEN: 'kny_test' };
  server.on('GET /api/agents/pc1', { body: aPc({ sections: [DISK, UPDATES] }) });
  server.on('GET /api/fleet', { body: aFleet([aPc()]) });
});
afterEach(() => server.close());

const snoozed = (changes: Partial<FleetAgent> = {}): FleetAgent =>
  aPc({ overall: 'ok', worst: null, sections: [{ ...DISK, snoozed: SNOOZED }], ...changes });
const bodies = () => server.asked.flatMap(({ body }) => (body === undefined ? [] : [body]));

describe('kenny agent snooze', () => {
  it('puts a check off for a week, and says how the PC is then', async () => {
    server.on(SNOOZE, { body: snoozed() });
    const { code, out } = await world.run('agent', 'snooze', 'pc1', 'disk', '--reason', 'later');
    expect(code).toBe(0);
    expect(out).toBe(
      "Disk on Anna's laptop is snoozed until 2026-06-11T12:00:00.000Z, in 7 d.\n" +
        '  pc1 is ok now.\n',
    );
    expect(bodies()).toEqual([{ until: SNOOZED.until, reason: 'later' }]);
  });

  it('takes the PC and the check by their names or beginnings, and its own end', async () => {
    server.on('GET /api/agents/p', refusal(404, 'unknown_agent', 'no such PC'));
    server.on('PUT /api/agents/pc1/snoozes/win_update', { body: snoozed() });
    const words = ['agent', 'snooze', 'p', 'system UPDATES', '--reason', 'later'];
    expect((await world.run(...words, '--for', '12h')).code).toBe(0);
    expect((await world.run(...words, '--until', '2026-07-01')).code).toBe(0);
    expect(bodies()).toEqual([
      { until: '2026-06-05T00:00:00.000Z', reason: 'later' },
      { until: '2026-07-01', reason: 'later' },
    ]);
  });

  it('asks for what is missing, and says what may have been meant', async () => {
    const snooze = ['agent', 'snooze', 'pc1'];
    expect((await world.run(...snooze, 'disk')).err).toContain('--reason');
    const wrong = await world.run(...snooze, 'dikc', '--reason', 'x');
    expect(wrong.code).toBe(1);
    expect(wrong.err).toContain('There is no check "dikc". Did you mean disk?');
    const both = ['--for', '1d', '--until', '2026-07-01', '--reason', 'x'];
    expect((await world.run(...snooze, 'disk', ...both)).code).toBe(2);
    const long = await world.run(...snooze, 'disk', '--for', 'a week', '--reason', 'x');
    expect(long.err).toContain('Write it like 12h or 30d.');
    expect(bodies()).toEqual([]);
  });
});

it('kenny agent unsnooze lets it count again', async () => {
  server.on('DELETE /api/agents/pc1/snoozes/disk', { body: aPc() });
  const { code, out } = await world.run('agent', 'unsnooze', 'pc1', 'disk');
  expect(code).toBe(0);
  expect(out).toBe("Disk on Anna's laptop counts again.\n  pc1 is warn now.\n");
});

describe('kenny agent snoozes', () => {
  it('lists what is put off, of all PCs or one', async () => {
    const lines = [
      'PC   CHECK  HEALTH  ENDS    BY    WHY',
      'pc1  Disk   warn    in 7 d  Anna  Leo moves it',
      '',
    ].join('\n');
    server.on('GET /api/fleet', { body: aFleet([aPc({ agent_id: 'pc0' }), snoozed()]) });
    server.on('GET /api/agents/pc1', { body: snoozed() });
    expect((await world.run('agent', 'snoozes')).out).toBe(lines);
    expect((await world.run('agent', 'snoozes', 'pc1')).out).toBe(lines);
    expect((await world.run('agent', 'show', 'pc1')).out).toContain(
      '/ is 91 % full (snoozed by Anna, ends in 7 d)',
    );
  });

  it('says when there is nothing', async () => {
    expect((await world.run('agent', 'snoozes')).out).toBe('Nothing is snoozed.\n');
  });

  it('defuses what people wrote', async () => {
    const section = { ...DISK, snoozed: { ...SNOOZED, reason: ATTACK, by: ATTACK } };
    server.on('GET /api/fleet', { body: aFleet([aPc({ sections: [section] })]) });
    const { out } = await world.run('agent', 'snoozes');
    expect(out).not.toMatch(HIDDEN);
  });
});

it('a Tab after the PC offers the checks that are not fine', async () => {
  const { out } = await world.run('__complete', '--', 'agent', 'snooze', 'pc1', '');
  expect(out).toBe('disk\tDisk: / is 91 % full\n');
});
