import { asking, SettingsWorld } from '../../test/settings-world.js';
import { tempDirs } from '../../test/temp-dir.js';

const newDir = tempDirs();
let world: SettingsWorld;
beforeEach(async () => {
  world = await SettingsWorld.start(newDir());
});
afterEach(() => world.stop());

const ADMIN = asking('anna', { scope: 'admin' });
const FEED = 'https://kenny.example/newest.json';

describe('where newer versions are looked for', () => {
  it('is nowhere at first, then where an admin says, also after a restart', async () => {
    const feed = await world.feedOf();
    expect([feed.current, feed.fixed]).toEqual([null, false]);
    await feed.set(ADMIN, ` ${FEED} `);
    await feed.set(ADMIN, FEED);
    expect(feed.current).toBe(FEED);
    const again = await world.feedOf();
    expect(again.current).toBe(FEED);
    await again.set(ADMIN, '');
    expect([again.current, (await world.feedOf()).current]).toEqual([null, null]);
    expect(world.audit.rows).toMatchObject([
      { kind: 'setting', target: 'release_feed', args: { before: null, after: FEED } },
      { kind: 'setting', target: 'release_feed', args: { before: FEED, after: null } },
    ]);
  });

  it.each([
    ...['http://kenny.example/', 'http://127.0.0.1:8000/', 'file:///etc/passwd', 'kenny.example'],
    ...['https://anna:secret@kenny.example/', 'https://kenny.example/?q=1', 'https://'],
    `https://kenny.example/${'a'.repeat(500)}`,
  ])('is never %s', async (address) => {
    const feed = await world.feedOf();
    const refused = { code: 'validation', details: { field: 'feed' } };
    await expect(feed.set(ADMIN, address)).rejects.toMatchObject(refused);
    expect(feed.current).toBeNull();
    expect(world.audit.rows).toEqual([]);
  });

  it('is nobody else’s to say, and nobody’s where the environment says it', async () => {
    const feed = await world.feedOf();
    await expect(feed.set(asking('bert'), FEED)).rejects.toMatchObject({ code: 'forbidden' });
    const fixed = await world.feedOf('http://127.0.0.1:9/feed.json');
    expect([fixed.current, fixed.fixed]).toEqual(['http://127.0.0.1:9/feed.json', true]);
    await expect(fixed.set(ADMIN, FEED)).rejects.toMatchObject({ code: 'conflict' });
  });
});
