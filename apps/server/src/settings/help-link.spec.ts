import { asking, SettingsWorld } from '../../test/settings-world.js';
import { tempDirs } from '../../test/temp-dir.js';

const newDir = tempDirs();
let world: SettingsWorld;
beforeEach(async () => {
  world = await SettingsWorld.start(newDir());
});
afterEach(() => world.stop());

const ADMIN = asking('anna', { scope: 'admin' });
const LINK = 'rustdesk://{help_id}';

describe('the link for remote help', () => {
  it('is set and taken away by an admin, each with a row in the audit log', async () => {
    expect(await world.helpLink.view()).toEqual({ link: null });
    expect(await world.helpLink.set(ADMIN, ` ${LINK} `)).toEqual({ link: LINK });
    await world.helpLink.set(ADMIN, LINK);
    expect(await world.helpLink.view()).toEqual({ link: LINK });
    expect(await world.helpLink.set(ADMIN, '')).toEqual({ link: null });
    expect(await world.helpLink.view()).toEqual({ link: null });
    expect(world.audit.rows).toMatchObject([
      { kind: 'setting', target: 'help_link', args: { before: null, after: LINK } },
      { kind: 'setting', target: 'help_link', args: { before: LINK, after: null } },
    ]);
  });

  it.each(['javascript://x/%0aalert(1)', 'http://example.org/{id}', 'https://example.org/{host}'])(
    'is never %s',
    async (link) => {
      const refused = { code: 'validation', details: { field: 'link' } };
      await expect(world.helpLink.set(ADMIN, link)).rejects.toMatchObject(refused);
      expect(await world.helpLink.view()).toEqual({ link: null });
      expect(world.audit.rows).toEqual([]);
    },
  );

  it('is nobody else’s to change', async () => {
    await expect(world.helpLink.set(asking('bert'), LINK)).rejects.toMatchObject({
      code: 'forbidden',
    });
  });
});
