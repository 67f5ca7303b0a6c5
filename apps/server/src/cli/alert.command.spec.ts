import type { AlertChannelView, AlertChoices, AlertView } from '@kenny/contract';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ATTACK, HIDDEN } from '../../test/cli-answers.js';
import { CliWorld, FixtureServer } from '../../test/cli-world.js';
import { tempDirs } from '../../test/temp-dir.js';

const tempDir = tempDirs();
const PHONE: AlertChannelView = {
  ...{ id: 'c-1', kind: 'ntfy', name: 'Phones', trouble: null, last_at: null },
};
const OWN: AlertChoices = {
  ...{ muted: ['login_failed'], agents: [], tags: [], health_from: 'crit', away_hours: 72 },
  ...{ channels: [{ channel_id: 'c-1', address: 'kenny-anna' }], critical_in_quiet: false },
  ...{ quiet: true, quiet_from: '22:00', quiet_to: '07:00', time_zone: 'Europe/Berlin' },
  ...{ weekly: false, weekly_day: 'sunday', weekly_at: '09:00', weekly_owners: false },
};
const ALERT: AlertView = {
  ...{ id: 'a-1', at: '2026-06-04T11:58:00.000Z', kind: 'health', severity: 'crit' },
  ...{ agent_id: 'pc1', title: 'pc1: Disk is critical', text: '', page: '/fleet/pc1' },
  deliveries: [
    {
      ...{ id: 'd-1', channel: 'Phones', address: 'kenny-anna', state: 'waiting', attempts: 3 },
      ...{ at: '2026-06-04T12:00:20.000Z', answer: `503 ${ATTACK}` },
    },
  ],
};
let world: CliWorld;
let server: FixtureServer;

beforeEach(async () => {
  world = new CliWorld(tempDir());
  server = await new FixtureServer(() => world.clock.now()).listen();
  world.env = { KENNY_URL: server.url, KENNY_TOKEN: 'kny_test' };
  server.on('GET /api/alerts/channels', { body: { items: [PHONE] } });
  server.on('GET /api/alerts/choices', { body: OWN });
  server.on('PUT /api/alerts/choices', ({ body }) => ({ body }));
});
afterEach(() => server.close());
const sent = () => server.asked.find(({ method }) => method !== 'GET')?.body;

it('lists what somebody was told, and defuses what the other end said', async () => {
  server.on('GET /api/alerts', { body: { items: [ALERT] } });
  const { code, out } = await world.run('alert', 'list');
  expect(code).toBe(0);
  expect(out).toContain('2 min ago');
  expect(out).toContain('tried again: 503');
  expect(out).not.toMatch(HIDDEN);
});

it('shows what is chosen, by the names of channels', async () => {
  const { out } = await world.run('alert', 'show');
  expect(out).toContain('Phones (kenny-anna)');
  expect(out).toContain('22:00-07:00 Europe/Berlin');
});

it('changes what is named, and nothing else', async () => {
  const { code } = await world.run(
    ...['alert', 'set', '--tell', 'login_failed', '--mute', 'pc_away', '--tag', 'family,club'],
    ...['--quiet', 'off', '--away', '24', '--use', 'Phones=kenny-bert', '--critical'],
  );
  expect(code).toBe(0);
  expect(sent()).toEqual({
    ...{ ...OWN, muted: ['pc_away'], tags: ['family', 'club'], quiet: false, away_hours: 24 },
    ...{ channels: [{ channel_id: 'c-1', address: 'kenny-bert' }], critical_in_quiet: true },
  });
});

it('sends a mail once a week, and says when there is no mail channel for it', async () => {
  const { out } = await world.run('alert', 'set', '--weekly', 'monday-18:30', '--owners');
  const change = { weekly: true, weekly_day: 'monday', weekly_at: '18:30', weekly_owners: true };
  expect(sent()).toEqual({ ...OWN, ...change });
  expect(out).toContain('monday 18:30 Europe/Berlin, owners too, waits for a mail channel');
  const mail: AlertChannelView = { ...PHONE, kind: 'mail' };
  server.on('GET /api/alerts/channels', { body: { items: [mail] } });
  server.on('GET /api/alerts/choices', { body: { ...OWN, ...change, weekly_owners: false } });
  expect((await world.run('alert', 'show')).out).toMatch(/monday 18:30 Europe\/Berlin\n/);
});

it.each([
  [['--mute', 'weather'], 'weather is no kind'],
  [['--quiet', 'at night'], '22:00-07:00'],
  [['--weekly', 'sunday'], 'sunday-09:00'],
  [['--weekly', 'someday-09:00'], 'sunday-09:00'],
  [['--weekly', 'monday-25:00'], 'sunday-09:00'],
  [['--use', 'Telex=1'], 'Telex'],
])('refuses %j before it changes anything', async (options, words) => {
  const { code, err } = await world.run('alert', 'set', ...options);
  expect(code).not.toBe(0);
  expect(err).toContain(words);
  expect(sent()).toBeUndefined();
});

it('sends a test to the address that is chosen, and fails when it does not arrive', async () => {
  const [delivery] = ALERT.deliveries;
  server.on(
    'POST /api/alerts/test',
    { body: { ...delivery, state: 'sent', answer: '200' } },
    { body: delivery },
  );
  expect(await world.run('alert', 'test', 'phones')).toMatchObject({ code: 0 });
  expect(sent()).toEqual({ channel_id: 'c-1', address: 'kenny-anna' });
  expect((await world.run('alert', 'test', 'phones')).code).toBe(1);
});

it('adds a channel with a secret from a file, which is printed nowhere', async () => {
  writeFileSync(join(world.home, 'token'), 'tk_s3cret\n');
  server.on('POST /api/alerts/channels', { status: 201, body: PHONE });
  const { code, out, err } = await world.run(
    ...['alert', 'channel', 'add', 'Phones', '--kind', 'ntfy', '--to', 'https://ntfy.sh'],
    ...['--secret-file', join(world.home, 'token'), '--allow', '192.168.178.20'],
  );
  expect(code).toBe(0);
  expect(sent()).toEqual({
    ...{ kind: 'ntfy', name: 'Phones', url: 'https://ntfy.sh', secret: 'tk_s3cret' },
    allowed_addresses: ['192.168.178.20'],
  });
  expect(out + err).not.toContain('s3cret');
});

it('removes a channel by its name', async () => {
  server.on('DELETE /api/alerts/channels/c-1', { status: 204 });
  const { out } = await world.run('alert', 'channel', 'remove', 'Phones', '--yes');
  expect(out).toContain('Phones is removed.');
});
