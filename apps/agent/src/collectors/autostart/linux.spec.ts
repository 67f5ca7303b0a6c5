import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { madeMachines, recorded } from '../../../test/collectors/made-machine.js';
import { SystemFiles } from '../probe/system-files.js';
import { parseRebootJobs } from './linux.js';
import { parseDesktopEntry } from './desktop-entry.js';
import { autostart, readAutostart } from './linux.js';
import { parseUnitCommands, parseUnitFiles } from './systemd-units.js';
import { parsePasswd } from './users.js';

describe('sources of autostart', () => {
  it('reads a recorded desktop entry', async () => {
    const text = await recorded('autostart/recorded/at-spi-dbus-bus.desktop');
    expect(parseDesktopEntry(text)).toEqual({
      name: 'AT-SPI D-Bus Bus',
      command: '/usr/libexec/at-spi-bus-launcher --launch-immediately',
      enabled: true,
    });
  });

  it.each([
    ['[Desktop Entry]\nExec=a\nHidden=true\n', false, 'a'],
    ['[Desktop Entry]\nExec=a\nX-GNOME-Autostart-enabled=false\n', false, 'a'],
    ['[Desktop Entry]\nExec=a\n[Desktop Action x]\nExec=b\nHidden=true\n', true, 'a'],
    ['Exec=before\n[Other]\nExec=c\n', true, undefined],
    ['\0\xff[[[\n===', true, undefined],
  ])('reads %j', (text, enabled, command) => {
    expect(parseDesktopEntry(text)).toMatchObject({ enabled, command });
  });

  it('finds enabled units (recorded, systemd 252) but no templates', async () => {
    const text = await recorded('autostart/recorded/systemd252-list-unit-files.txt');
    expect(parseUnitFiles(text)).toEqual([
      'e2scrub_reap.service',
      'postgresql.service',
      'systemd-pstore.service',
      'systemd-timesyncd.service',
    ]);
  });

  it('never passes on a name that systemctl could read as an option', () => {
    expect(parseUnitFiles('--root=/x.service enabled\n-H.service enabled\n')).toEqual([]);
  });

  it('finds what a unit runs (recorded, systemd 252)', async () => {
    const units = parseUnitCommands(await recorded('services/recorded/systemd252-show.txt'));
    expect(units.find(({ name }) => name === 'sample-oneshot.service')).toEqual({
      name: 'sample-oneshot.service',
      command: '/bin/true',
      location: null,
    });
  });

  it('finds only the jobs of a crontab that run at the start (documented)', () => {
    const text =
      '# @reboot root no\nMAILTO=x\n5 * * * * root a\n@daily root b\n @reboot\troot  c -d\n';
    expect(parseRebootJobs(text, 'system')).toEqual([{ user: 'root', command: 'c -d' }]);
    expect(parseRebootJobs('@reboot c -d\n@reboot\n', 'user')).toEqual([
      { user: undefined, command: 'c -d' },
    ]);
  });

  it('knows people from system accounts (recorded, Debian 12)', async () => {
    const text = await recorded('autostart/recorded/debian12-passwd.txt');
    expect(parsePasswd(`${text}anna:x:1000:1000:Anna:/home/anna:/bin/bash\n`)).toEqual([
      { user: 'root', home: '/root' },
      { user: 'anna', home: '/home/anna' },
    ]);
  });
});

describe('section autostart', () => {
  const aMachine = madeMachines();
  const entry = (exec: string) => `[Desktop Entry]\nName=${exec}\nExec=${exec}\n`;
  const base = {
    '/etc/passwd': 'root:x:0:0::/root:/bin/bash\nanna:x:1000:1000::/home/anna:/bin/bash\n',
    '/proc/self/mountinfo': '1 0 8:1 / / rw - ext4 /dev/sda1 rw\n',
    '/proc/1/comm': 'tini\n',
  };

  it('puts units, desktop entries and cron jobs together', async () => {
    const probe = await aMachine({
      files: {
        ...base,
        '/run/systemd/system': null,
        '/etc/xdg/autostart/a.desktop': entry('system-wide'),
        '/home/anna/.config/autostart/b.desktop': entry('anna-only'),
        '/etc/crontab': '@reboot root /usr/local/bin/at-start --token=s3cret\n',
        '/etc/cron.d/.hidden': '@reboot root no\n',
        '/etc/cron.d/job': '@reboot anna job\n',
        '/var/spool/cron/crontabs/anna': '@reboot PASSWORD=s3cret mine\n',
      },
      programs: {
        'systemctl list-unit-files': 'cron.service enabled enabled\n',
        'systemctl show':
          'Id=cron.service\nExecStart={ path=/usr/sbin/cron ; argv[]=/usr/sbin/cron -f ; ignore_errors=no ; }\nFragmentPath=/lib/systemd/system/cron.service\n',
      },
    });
    const read = await autostart(probe);
    expect(read).toMatchObject({ kind: 'read', summary: '6 entries' });
    expect(
      (await readAutostart(probe)).entries.map(({ name, command }) => [name, command]),
    ).toEqual([
      ['cron.service', '/usr/sbin/cron'],
      ['system-wide', 'system-wide'],
      ['anna-only', 'anna-only'],
      ['@reboot root', '/usr/local/bin/at-start'],
      ['@reboot anna', 'job'],
      ['@reboot anna', 'mine'],
    ]);
  });

  it('does not look into homes on other machines, and says so', async () => {
    const probe = await aMachine({
      files: {
        ...base,
        '/proc/self/mountinfo':
          '1 0 8:1 / / rw - ext4 /dev/sda1 rw\n2 1 0:9 / /home rw - nfs4 nas.example:/home rw\n',
        '/home/anna/.config/autostart/b.desktop': entry('not looked at'),
      },
    });
    expect(await autostart(probe)).toMatchObject({
      summary: '0 entries; not looked at: 1 home on a network',
    });
  });

  it('never opens a pipe or a device that a user put there', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kenny-pipe-'));
    try {
      await promisify(execFile)('mkfifo', [join(folder, 'trap.desktop')]);
      const files = new SystemFiles(folder);
      await expect(files.readIfThere('/trap.desktop')).rejects.toThrow('is not a regular file');
    } finally {
      await rm(folder, { recursive: true });
    }
    const probe = await aMachine({
      files: { ...base, '/home/anna/.config/autostart/b.desktop': { link: '/dev/zero' } },
    });
    expect(await autostart(probe)).toMatchObject({
      summary: '0 entries; not looked at: /home/anna/.config/autostart',
    });
  });
});
