import type { BackupState } from '@kenny/contract';
import { CliWorld, FixtureServer } from '../../../test/cli-world.js';
import { tempDirs } from '../../../test/temp-dir.js';

const tempDir = tempDirs();
let world: CliWorld;
let server: FixtureServer;

const STATE: BackupState = {
  ...{ folder: '/srv/backups', fixed: false, encrypts: false, running: null, trouble: null },
  server: { runs_as: 'npm-start', data_folder: '/srv', postgres: false, demo: false },
  plan: {
    ...{ automatic: true, at: null, time_zone: 'Europe/Berlin' },
    ...{ keep_days: 7, keep_weeks: 4 },
  },
  ...{ copies: null, downloaded: null, items: [] },
};

beforeEach(async () => {
  world = new CliWorld(tempDir());
  server = await new FixtureServer(() => world.clock.now()).listen();
  world.env = { KENNY_URL: server.url, KENNY_TOKEN: 'kny_test' };
  server.on('GET /api/server/backups', { status: 200, body: STATE });
});
afterEach(() => server.close());

describe('kenny backup plan', () => {
  it('shows when backups are made, and changes nothing', async () => {
    const { code, out } = await world.run('backup', 'plan');
    expect(code).toBe(0);
    expect(out).toMatch(/automatic backups\s+each day/);
    expect(out).toMatch(/one a day for 7 days, one a week for 4 weeks/);
    expect(server.asked).toHaveLength(1);
  });

  it('changes what is named and leaves the rest', async () => {
    const plan = { ...STATE.plan, automatic: false, at: '03:00', keep_days: 14 };
    const answer = { status: 200, body: { ...STATE, plan, fixed: true } };
    server.on('PUT /api/server/backups/plan', answer);
    const { out } = await world.run(
      ...['backup', 'plan', '--off', '--at', '03:00', '--keep-days', '14'],
    );
    expect(server.asked[1]?.body).toEqual(plan);
    expect(out).toMatch(/off, as KENNY_BACKUP_EVERY says/);
    expect(out).toMatch(/03:00 Europe\/Berlin/);
  });

  it.each([
    [['--on', '--off'], /not both/],
    [['--at', '3 o’clock'], /written 03:00/],
    [['--keep-days', 'many'], /whole number/i],
  ])('refuses %j before anything is changed', async (options, says) => {
    const { code, err } = await world.run('backup', 'plan', ...options);
    expect([code, err]).toEqual([2, expect.stringMatching(says)]);
    expect(server.asked.filter(({ method }) => method === 'PUT')).toEqual([]);
  });
});
