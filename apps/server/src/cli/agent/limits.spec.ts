import { CATALOG, type LimitView } from '@kenny/contract';
import { REMEDIES, THRESHOLDS } from '@kenny/health';
import { ATTACK, HIDDEN, aFleet, aPc } from '../../../test/cli-answers.js';
import { CliWorld, FixtureServer, refusal } from '../../../test/cli-world.js';
import { tempDirs } from '../../../test/temp-dir.js';

const tempDir = tempDirs();
const SINCE = '2026-06-04T10:00:00.000Z';
const SECTIONS = (['disk', 'uptime', 'reliability', 'firewall'] as const).map((name) => ({
  ...{ name, status: 'ok' as const, reason: 'fine', since: SINCE },
}));
const LIMIT: LimitView = {
  ...{ section: 'disk', field: 'percent_used', warn: 94, crit: null },
  ...{ tag: 'media', by: ATTACK, at: SINCE },
};
const DISK = '/api/agents/pc1/limits/disk/percent_used';
let world: CliWorld;
let server: FixtureServer;

beforeEach(async () => {
  world = new CliWorld(tempDir());
  server = await new FixtureServer(() => world.clock.now()).listen();
  world.env = { KENNY_URL: server.url, KENNY_TOKEN: 'kny_test' };
  server.on('GET /api/agents/pc1', { body: aPc({ sections: SECTIONS }) });
  server.on('GET /api/fleet', { body: aFleet([aPc({ tags: ['media'] })]) });
  const catalog = { ...CATALOG, thresholds: THRESHOLDS, remedies: REMEDIES };
  server.on('GET /api/catalog', { body: catalog });
});
afterEach(() => server.close());

const limit = (...words: string[]) => world.run('agent', 'limit', ...words);
const changes = () =>
  server.asked
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path, body }) => [method, path, body]);

describe('kenny agent limit', () => {
  it('moves the limit of a check of one PC, and puts it back', async () => {
    server.on(`PUT ${DISK}`, { body: aPc() }).on(`DELETE ${DISK}`, { body: aPc() });
    const moved = await limit('pc1', 'Disk', '--warn', '94', '--crit', '98');
    expect(moved).toMatchObject({ code: 0, err: '' });
    expect(moved.out).toBe("Disk of Anna's laptop warns at 94 % and is critical at 98 % now.\n");
    expect((await limit('pc1', 'disk', '--usual')).out).toContain('has its usual limit again');
    expect(changes()).toEqual([
      ['PUT', DISK, { warn: 94, crit: 98 }],
      ['DELETE', DISK, undefined],
    ]);
  });

  it('takes days where the limit is a time', async () => {
    const path = '/api/agents/pc1/limits/uptime/uptime_secs';
    server.on(`PUT ${path}`, { body: aPc() });
    expect((await limit('pc1', 'uptime', '--warn', '60d')).out).toContain('warns at 60 days');
    expect(changes()).toEqual([['PUT', path, { warn: 60 * 86_400 }]]);
  });

  it('moves it for a tag', async () => {
    const path = '/api/limits/disk/percent_used';
    server.on(`PUT ${path}`, { body: { items: [LIMIT] } });
    server.on(`DELETE ${path}`, { body: { items: [] } });
    expect((await limit('--tag', 'media', 'disk', '--warn', '94')).out).toContain('of #media');
    expect((await limit('--tag', 'media', 'disk', '--usual')).code).toBe(0);
    expect(changes()).toEqual([
      ['PUT', path, { tag: 'media', warn: 94 }],
      ['DELETE', `${path}?tag=media`, undefined],
    ]);
  });

  it.each<[string[], string]>([
    [['pc1', 'dsk', '--warn', '94'], 'Did you mean disk?'],
    [['pc1', 'disk'], 'Add --warn, --crit or --usual.'],
    [['pc1', 'disk', '--warn', 'much'], 'A number, like 94 or 60d.'],
    [['pc1', 'firewall', '--warn', '1'], 'no limit that can be moved. These have: disk,'],
    [['pc1', 'reliability', '--warn', '5'], 'Add --of: stability_index, recent_crashes'],
    [['--tag', 'meda', 'disk', '--warn', '94'], 'Did you mean media?'],
    [['--tag', 'media', 'pc1', 'disk', '--warn', '94'], 'not both'],
  ])('with %j says what is wrong, and changes nothing', async (words, said) => {
    const { code, err } = await limit(...words);
    expect(code).not.toBe(0);
    expect(err).toContain(said);
    expect(changes()).toEqual([]);
  });

  it('says what the server allows', async () => {
    const message = 'warn: must be from 50 to 98';
    server.on(`PUT ${DISK}`, refusal(400, 'validation', message));
    const { code, err } = await limit('pc1', 'disk', '--warn', '99');
    expect(code).toBe(2);
    expect(err).toContain(message);
  });

  it('lists what was moved for tags, or counts on a PC', async () => {
    server.on('GET /api/limits', { body: { items: [LIMIT] } });
    const { out } = await limit();
    expect(out).toMatch(/#media +Disk +percent_used +94 +– +2 h ago/);
    expect(out).not.toMatch(HIDDEN);
    expect((await limit('pc1')).out).toBe('All limits are as usual.\n');
    server.on('GET /api/agents/pc1', { body: aPc({ limits: [LIMIT] }) });
    expect((await limit('pc1')).out).toContain('percent_used');
  });
});
