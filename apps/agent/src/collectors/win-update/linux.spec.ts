import { sectionStatus } from '@kenny/health';
import { DAY_MS } from '@kenny/kernel';
import { madeMachines, recorded } from '../../../test/collectors/made-machine.js';
import { parseAptHistory, parsePacmanLog, parseRpmHistory } from './history.js';
import { winUpdate } from './linux.js';
import { parseUnattended } from './unattended.js';

const file = (name: string) => recorded(`win-update/${name}`);

describe('histories of updates', () => {
  it('of apt: runs that upgraded something (recorded, Debian 12)', async () => {
    const found = parseAptHistory(await file('recorded/debian12-apt-history.txt'));
    expect(found.map(({ update }) => update)).toEqual([
      {
        kb: null,
        title: 'libsystemd0 252.38-1~deb12u1, libudev1 252.38-1~deb12u1',
        result: 'succeeded',
        installed_at: new Date('2025-06-24T14:36:25').toISOString(),
      },
      {
        kb: null,
        title:
          'libcups2 2.4.2-3+deb12u9, systemd-timesyncd 252.39-1~deb12u2, ' +
          'libpam-systemd 252.39-1~deb12u2',
        result: 'succeeded',
        installed_at: new Date('2026-11-22T02:02:54').toISOString(),
      },
    ]);
  });

  it('of apt: what failed, and what nobody knows the end of (documented)', async () => {
    const found = parseAptHistory(await file('documented/apt-history-failed.txt'));
    expect(found.map(({ update: { title, result } }) => [title, result])).toEqual([
      ['libssl3 3.0.17-1, openssl 3.0.17-1', 'succeeded'],
      ['linux-image-amd64 6.1.147-1', 'failed'],
      ['bash 5.2.15-2+b13', null],
    ]);
  });

  it('of pacman and of rpm (documented)', async () => {
    const { upgrades, synced } = parsePacmanLog(await file('documented/arch-pacman-log.txt'));
    expect(upgrades.map(({ update: { title, installed_at } }) => [title, installed_at])).toEqual([
      ['linux 6.9.2.arch1-1', '2026-11-19T08:01:02.000Z'],
      ['vim 9.1.0400-1', '2026-11-19T08:01:05.000Z'],
    ]);
    expect(new Date(synced ?? 0).toISOString()).toBe('2026-11-19T08:00:01.000Z');
    const rpm = parseRpmHistory(await file('documented/fedora-rpm-qa.txt'));
    expect(rpm.map(({ update }) => update.title)).toEqual([
      'bash 5.2.26-3.fc40',
      'filesystem 3.18-8.fc40',
      'kernel 6.8.9-300.fc40',
    ]);
  });

  it.each(['', 'Start-Date: gestern\nUpgrade: x', 'Upgrade: x (1, 2)', '\0\n\n[]', '9\tx'])(
    'hold nothing in %j',
    (text) => {
      expect(parseAptHistory(text)).toEqual([]);
      expect(parsePacmanLog(text)).toEqual({ upgrades: [] });
      expect(parseRpmHistory(text)).toEqual([]);
    },
  );

  it('know whether apt works by itself', async () => {
    expect(parseUnattended(await file('recorded/debian12-apt-config-periodic.txt'))).toBe(true);
    for (const value of ['0', '', 'no']) {
      expect(parseUnattended(`APT::Periodic::Unattended-Upgrade "${value}";`)).toBe(false);
    }
  });
});

describe('section win_update on Linux', () => {
  const aMachine = madeMachines();
  const apt = { '/var/lib/dpkg/status': '', '/var/lib/apt/lists/deb_dists_x_InRelease': '' };

  it('warns of a failed update of these days', async () => {
    const probe = await aMachine({
      files: {
        ...apt,
        '/var/log/apt/history.log': await file('documented/apt-history-failed.txt'),
        '/usr/bin/unattended-upgrade': '',
      },
      programs: {
        'apt-config dump APT::Periodic': await file('recorded/debian12-apt-config-periodic.txt'),
      },
      now: Date.parse('2026-11-21T12:00:00Z'),
    });
    const read = await winUpdate(probe);
    expect(read).toMatchObject({
      summary: expect.stringMatching(
        /^apt last looked for updates .*, 3 updates in the last 30 days, 1 failed, set to update by itself \(unattended-upgrades\)$/,
      ) as unknown,
      fields: { recent: [{ result: null }, { result: 'failed' }, { result: 'succeeded' }] },
    });
    const fields = read.kind === 'read' ? read.fields : {};
    expect(sectionStatus('win_update', { status: 'ok', summary: '', ...fields }, 0)).toBe('warn');
  });

  it('forgets what is long over', async () => {
    const probe = await aMachine({
      files: {
        ...apt,
        '/var/log/apt/history.log': await file('documented/apt-history-failed.txt'),
      },
      now: Date.now() + 3_000 * DAY_MS,
    });
    expect(await winUpdate(probe)).toMatchObject({ fields: { recent: [] } });
  });

  it('says that apk keeps no history', async () => {
    const files = { '/lib/apk/db/installed': '', '/var/cache/apk/APKINDEX.1.tar.gz': '' };
    const probe = await aMachine({ files, now: Date.now() + 2 * DAY_MS + 60_000 });
    expect(await winUpdate(probe)).toMatchObject({
      summary:
        'apk last looked for updates 2 days 0 h ago, keeps no history, does not update by itself',
      fields: { recent: null },
    });
  });

  it('is unreadable where there is nothing to read', async () => {
    expect(await winUpdate(await aMachine({}))).toMatchObject({ kind: 'unreadable' });
    const bare = await aMachine({ files: { '/var/lib/dpkg/status': '' } });
    expect(await winUpdate(bare)).toEqual({
      kind: 'unreadable',
      reason: 'apt has neither lists of updates nor a history here',
    });
    const rpm = { rpm: { failed: 'rpm is not installed' } };
    const fedora = await aMachine({ files: { '/var/lib/rpm': null }, programs: rpm });
    await expect(winUpdate(fedora)).rejects.toThrow('rpm is not installed');
  });
});
