import { sectionStatus } from '@kenny/health';
import { DAY_MS } from '@kenny/kernel';
import { madeMachines, recorded } from '../../../test/collectors/made-machine.js';
import { PendingUpdates } from '../packages/pending-updates.js';
import type { Probe } from '../probe/probe.js';
import { remembering } from './linux.js';

/** As the agent's first look at a machine: nothing is remembered. */
const appUpdates = (probe: Probe) => remembering(new PendingUpdates())(probe);

describe('section app_updates', () => {
  const aMachine = madeMachines();
  const apt = { '/var/lib/dpkg/status': '', '/var/lib/apt/lists/deb_dists_x_InRelease': '' };
  // The made tree is written now, so its lists are as old as the machine's clock is ahead.
  const after = (days: number) => ({ now: Date.now() + days * DAY_MS + 60_000 });

  it('warns of what waits, and says how much of it is for security', async () => {
    const text = await recorded('packages/recorded/debian12-apt-simulate.txt');
    const probe = await aMachine({
      files: apt,
      programs: { 'apt-get --simulate': text },
      ...after(2),
    });
    const read = await appUpdates(probe);
    expect(read).toMatchObject({
      summary:
        '7 packages can be updated, 5 of them for security: base-files, bash, libgcrypt20-dev ' +
        'and 4 more; lists renewed 2 days 0 h ago',
      fields: { available: 7 },
    });
    const fields = read.kind === 'read' ? read.fields : {};
    expect(sectionStatus('app_updates', { status: 'ok', summary: '', ...fields }, 0)).toBe('warn');
  });

  it('believes that nothing waits only of lists that are fresh', async () => {
    const programs = { 'apt-get': '' };
    expect(await appUpdates(await aMachine({ files: apt, programs, ...after(6) }))).toMatchObject({
      summary: 'nothing to update (apt); lists renewed 6 days 0 h ago',
      fields: { available: 0, packages: [] },
    });
    expect(await appUpdates(await aMachine({ files: apt, programs, ...after(8) }))).toEqual({
      kind: 'unreadable',
      reason: 'the lists of apt are 8 days 0 h old',
    });
  });

  it('is unreadable where the lists were never fetched', async () => {
    const files = { '/var/lib/dpkg/status': '', '/var/lib/apt/lists/partial': null };
    expect(await appUpdates(await aMachine({ files }))).toEqual({
      kind: 'unreadable',
      reason: 'apt has never fetched its lists, so nobody knows of any update',
    });
  });

  it('counts apps from flatpak, and names what only the network knows', async () => {
    const flatpaks = { '/var/lib/flatpak/app': null };
    const files = { ...apt, ...flatpaks, '/var/lib/snapd/snaps/core22_1.snap': '' };
    const flatpak = await recorded('packages/documented/flatpak-remote-ls.txt');
    const both = await aMachine({
      files,
      programs: { 'apt-get': '', flatpak },
      ...after(0),
    });
    expect(await appUpdates(both)).toMatchObject({ fields: { available: 2 } });
    const said = "error: Unable to load summary from remote x: No cached summary for remote 'x'";
    const silent = await aMachine({
      files,
      programs: { 'apt-get': '', flatpak: { failed: `flatpak: ${said} (exit code 1)`, said } },
      ...after(1),
    });
    expect(await appUpdates(silent)).toMatchObject({
      summary:
        'nothing to update (apt); lists renewed 1 day 0 h ago; ' +
        `not looked at: flatpak (${said}); not looked at: snap, which updates by itself`,
    });
  });

  it.each([
    [
      'dnf',
      { '/var/lib/rpm': null, '/var/cache/dnf/fedora-1/repodata': null },
      'fedora-dnf-check-update',
      3,
    ],
    [
      'pacman',
      { '/var/lib/pacman/local': null, '/var/lib/pacman/sync/core.db': '' },
      'arch-pacman-qu',
      2,
    ],
    [
      'apk',
      { '/lib/apk/db/installed': '', '/var/cache/apk/APKINDEX.1.tar.gz': '' },
      'alpine-apk-version',
      3,
    ],
  ])('asks %s (documented)', async (program, files, name, available) => {
    const text = await recorded(`packages/documented/${name}.txt`);
    const probe = await aMachine({ files, programs: { [program]: text }, ...after(1) });
    expect(await appUpdates(probe)).toMatchObject({ fields: { available } });
  });

  it('passes on why a manager does not answer', async () => {
    const programs = { 'apt-get': { failed: 'apt-get did not end within 15 s' } };
    await expect(appUpdates(await aMachine({ files: apt, programs }))).rejects.toThrow(
      'apt-get did not end within 15 s',
    );
    const odd = await aMachine({
      files: apt,
      programs: { 'apt-get': 'Paketlisten werden gelesen' },
    });
    await expect(appUpdates(odd)).rejects.toThrow('unknown form');
    expect(await appUpdates(await aMachine({}))).toMatchObject({ kind: 'unreadable' });
  });

  it('asks again only when what is installed or offered has changed, or after hours', async () => {
    const probe = await aMachine({ files: apt, programs: { 'apt-get': '' }, ...after(1) });
    const run = jest.spyOn(probe, 'run');
    const changed = new Map<string, number>();
    const at = probe.clock.now() - DAY_MS;
    jest
      .spyOn(probe.files, 'modified')
      .mockImplementation((path) => Promise.resolve(at + (changed.get(path) ?? 0)));
    const look = remembering(new PendingUpdates());
    const asked = async () => {
      await look(probe);
      return run.mock.calls.length;
    };
    expect([await asked(), await asked()]).toEqual([1, 1]);
    changed.set('/var/lib/dpkg/status', 1);
    expect(await asked()).toBe(2);
    changed.set('/var/lib/apt/lists', 2);
    expect([await asked(), await asked()]).toEqual([3, 3]);
    await probe.pause(6 * 3_600_000);
    expect(await asked()).toBe(4);
  });
});
