import { sectionStatus } from '@kenny/health';
import { madeMachines, recorded } from '../../../test/collectors/made-machine.js';
import { readServices, services } from './linux.js';
import { parseRcStatus } from './openrc.js';
import { parseSystemdServices } from './systemd.js';
import { parseRunlevel } from './sysv.js';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const short = (text: string) =>
  Object.fromEntries(parseSystemdServices(text).map((one) => [one.name, [one.status, one.start]]));

describe('services of systemd', () => {
  it('reads recorded units of systemd 252', async () => {
    const text = await recorded('services/recorded/systemd252-show.txt');
    expect(short(text)).toEqual({
      dbus: ['Stopped', 'Manual'],
      'sample-runs': ['Running', 'Trigger'],
      'sample-oneshot': ['Stopped', 'Trigger'],
      'gpg-agent': ['Stopped', 'Manual'],
      'pk-debconf-helper': ['Stopped', 'Manual'],
      dirmngr: ['Stopped', 'Manual'],
      'sample-fails': ['Failed', 'Trigger'],
    });
    expect(parseSystemdServices(text)[1]?.display).toBe('Sample that runs; with = and {braces}');
  });

  it('only lets a service be missed that promises to run all the time (documented, 255)', async () => {
    expect(short(await recorded('services/documented/systemd255-show.txt'))).toEqual({
      cron: ['Stopped', 'Auto'],
      cups: ['Stopped', 'Trigger'],
      bluetooth: ['Stopped', 'Trigger'],
      'NetworkManager-dispatcher': ['Stopped', 'Trigger'],
      'open-vm-tools': ['Stopped', 'Trigger'],
      backup: ['Failed', 'Trigger'],
      crashing: ['Failed', 'Auto'],
      networking: ['Exited', 'Trigger'],
      rsync: ['Stopped', 'Manual'],
      cryptdisks: ['Stopped', 'Disabled'],
    });
  });

  it.each(['', 'Id=\n', 'Id=x.socket\nActiveState=active', '=\n=\n', '\0'.repeat(100)])(
    'takes nothing from %j',
    (text) => expect(parseSystemdServices(text)).toEqual([]),
  );
});

describe('services of other managers', () => {
  it('reads what rc-status prints for programs (documented, OpenRC 0.54)', () => {
    const text =
      '[default]\nsshd = started\nntpd = crashed\n[boot]\nhwclock = stopped\n[manual]\nfoo = started\n';
    expect(parseRcStatus(text)).toEqual([
      { name: 'sshd', display: null, status: 'Running', start: 'Auto' },
      { name: 'ntpd', display: null, status: 'Failed', start: 'Auto' },
      { name: 'hwclock', display: null, status: 'Stopped', start: 'Auto' },
      { name: 'foo', display: null, status: 'Running', start: 'Manual' },
    ]);
  });

  it.each([
    ['# id:3:initdefault:\nid:5:initdefault:\n', '5'],
    ['', '2'],
    ['id:9:initdefault:', '2'],
  ])('finds the runlevel of %j', (text, level) => expect(parseRunlevel(text)).toBe(level));
});

describe('section services', () => {
  const aMachine = madeMachines();
  const booted = { '/run/systemd/system': null };

  it('reports failed, running and self-starting services, and is judged by them', async () => {
    const probe = await aMachine({
      files: booted,
      programs: { 'systemctl show': await recorded('services/documented/systemd255-show.txt') },
    });
    const read = await services(probe);
    expect(read).toMatchObject({ summary: '0 services running, failed: backup, crashing' });
    const fields = read.kind === 'read' ? read.fields : {};
    expect(JSON.stringify(fields)).not.toContain('rsync');
    expect(sectionStatus('services', { status: 'ok', summary: '', ...fields }, NOW)).toBe('warn');
  });

  it('is unreadable when systemd runs but does not answer', async () => {
    const probe = await aMachine({
      files: booted,
      programs: { 'systemctl show': { failed: 'systemctl did not end within 10 s' } },
    });
    await expect(services(probe)).rejects.toThrow('systemctl did not end within 10 s');
  });

  it('does not ask an installed systemd that does not run the system', async () => {
    const probe = await aMachine({ files: { '/proc/1/comm': 'tini\n' } });
    await expect(services(probe)).rejects.toThrow('process 1 is tini');
  });

  it('reads init scripts without running them; no PID file means nobody knows', async () => {
    const probe = await aMachine({
      files: {
        '/proc/1/comm': 'init\n',
        '/etc/inittab': 'id:3:initdefault:\n',
        '/etc/init.d/cron': '#!/bin/sh\n',
        '/etc/init.d/ssh': '#!/bin/sh\n',
        '/etc/init.d/dead': '#!/bin/sh\n',
        '/etc/init.d/README': '',
        '/etc/rc3.d/S01cron': { link: '../init.d/cron' },
        '/run/cron.pid': '77\n',
        '/run/dead.pid': '78\n',
        '/proc/77/stat': '77 (cron) S',
      },
    });
    expect(await readServices(probe)).toEqual([
      { name: 'cron', display: null, status: 'Running', start: 'Auto' },
      { name: 'dead', display: null, status: 'Stopped', start: 'Manual' },
      { name: 'ssh', display: null, status: null, start: 'Manual' },
    ]);
  });
});
