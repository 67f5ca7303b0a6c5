import { sectionStatus } from '@kenny/health';
import { madeMachines, recorded } from '../../../test/collectors/made-machine.js';
import { encryption, parseZfsEncryption } from './linux.js';

const NOW = Date.parse('2026-11-21T12:00:00Z');

/** A tree of /sys as sysfs(5) and Documentation/ABI describe it. */
const device = (name: string, number: string, more: Record<string, string> = {}) => ({
  [`/sys/dev/block/${number}`]: { link: `../../devices/x/block/${name}` },
  [`/sys/class/block/${name}/dev`]: `${number}\n`,
  ...Object.fromEntries(
    Object.entries(more).map(([file, text]) => [`/sys/class/block/${name}/${file}`, `${text}\n`]),
  ),
});
const slave = (above: string, below: string) => ({
  [`/sys/class/block/${above}/slaves/${below}`]: { link: `../../${below}` },
});
const crypt = { 'dm/uuid': 'CRYPT-LUKS2-0123-home', 'dm/name': 'home' };
const lvm = { 'dm/uuid': 'LVM-abc', 'dm/name': 'vg-root' };

const mounts = (...lines: string[]) => ({ '/proc/self/mountinfo': `${lines.join('\n')}\n` });
const mount = (number: string, point: string, type: string, source: string) =>
  `1 0 ${number} / ${point} rw - ${type} ${source} rw`;

describe('section encryption', () => {
  const aMachine = madeMachines();
  const read = async (...trees: object[]) =>
    encryption(await aMachine({ files: Object.assign({}, ...trees) as Record<string, string> }));
  const statusOf = (answer: Awaited<ReturnType<typeof read>>) =>
    sectionStatus(
      'encryption',
      { status: 'ok', summary: '', ...(answer.kind === 'read' ? answer.fields : {}) },
      NOW,
    );

  it('looks through LVM to LUKS, and names the plain volumes beside it', async () => {
    const answer = await read(
      mounts(
        mount('253:1', '/', 'ext4', '/dev/mapper/vg-root'),
        mount('8:1', '/boot', 'ext4', '/dev/sda1'),
      ),
      device('dm-1', '253:1', lvm),
      device('dm-0', '253:0', crypt),
      device('sda1', '8:1'),
      device('sda2', '8:2'),
      slave('dm-1', 'dm-0'),
      slave('dm-0', 'sda2'),
    );
    expect(answer).toEqual({
      kind: 'read',
      summary: 'encrypted: /; not encrypted: /boot',
      fields: {
        volumes: [
          { mount: '/', protection_status: 1, encryption_percent: 100 },
          { mount: '/boot', protection_status: 0, encryption_percent: 0 },
        ],
      },
    });
    expect(statusOf(answer)).toBe('ok');
  });

  it('calls a mirror with one plain half not encrypted', async () => {
    const answer = await read(
      mounts(mount('9:0', '/', 'xfs', '/dev/md0')),
      device('md0', '9:0'),
      device('dm-0', '253:0', crypt),
      device('sdb1', '8:17'),
      slave('md0', 'dm-0'),
      slave('md0', 'sdb1'),
    );
    expect(answer).toMatchObject({ summary: 'not encrypted: /' });
    expect(statusOf(answer)).toBe('warn');
  });

  it('finds the disks of btrfs, whose mounts have no device number', async () => {
    const files = [
      mounts(mount('0:40', '/', 'btrfs', '/dev/mapper/home')),
      device('dm-0', '253:0', crypt),
      { '/sys/fs/btrfs/uuid/devices/dm-0': { link: '../../x' } },
    ];
    expect(await read(...files)).toMatchObject({ summary: 'encrypted: /' });
    const second = { '/sys/fs/btrfs/uuid/devices/sdb1': { link: '../../x' } };
    expect(await read(...files, device('sdb1', '8:17'), second)).toMatchObject({
      summary: 'not encrypted: /',
    });
  });

  it('looks at the whole device of a partition on top of an encrypted one', async () => {
    const answer = await read(
      mounts(mount('259:1', '/', 'ext4', '/dev/md0p1')),
      { '/sys/dev/block/259:1': { link: '../../devices/virtual/block/md0/md0p1' } },
      { '/sys/class/block/md0p1': { link: '../../devices/virtual/block/md0/md0p1' } },
      { '/sys/devices/virtual/block/md0/md0p1/partition': '1\n' },
      device('md0', '9:0'),
      device('dm-0', '253:0', crypt),
      slave('md0', 'dm-0'),
    );
    expect(answer).toMatchObject({ summary: 'encrypted: /' });
  });

  it('sees that the disk of a recorded Debian 12 guest is plain', async () => {
    const text = await recorded('disk/recorded/debian12-guest.txt');
    const number = / (\d+:\d+) \/ \/ .* \/dev\/vda /.exec(text)?.[1] ?? '';
    const answer = await read({ '/proc/self/mountinfo': text }, device('vda', number));
    expect(answer).toMatchObject({ summary: 'not encrypted: /' });
  });

  it.each([
    ['overlay', '0:50'],
    ['tmpfs', '0:51'],
    ['btrfs', '0:52'],
  ])('is unreadable when / lies on %s and nothing below it shows', async (type, number) => {
    expect(await read(mounts(mount(number, '/', type, type)))).toEqual({
      kind: 'unreadable',
      reason: `what lies below / (${type}) cannot be seen from here`,
    });
  });

  it('does not call what it cannot see plain: a loop device, a stack that ends nowhere', async () => {
    const loop = [mounts(mount('7:0', '/', 'ext4', '/dev/loop0')), device('loop0', '7:0')];
    expect(await read(...loop)).toMatchObject({ kind: 'unreadable' });
    const circle = [
      mounts(mount('253:1', '/', 'ext4', '/dev/dm-1')),
      device('dm-1', '253:1', lvm),
      slave('dm-1', 'dm-1'),
    ];
    expect(await read(...circle)).toMatchObject({ kind: 'unreadable' });
  });

  it('asks ZFS itself', async () => {
    const zfs = mounts(mount('0:30', '/', 'zfs', 'rpool/ROOT/debian'));
    const command = 'zfs get -H -o value encryption rpool/ROOT/debian';
    const programs = { [command]: 'aes-256-gcm\n' };
    expect(await encryption(await aMachine({ files: zfs, programs }))).toMatchObject({
      summary: 'encrypted: /',
    });
  });

  it.each(['off', '', 'on', 'aes-512-gcm', 'dataset does not exist'])(
    'takes no encryption from zfs saying %j',
    (text) => expect(parseZfsEncryption(text)).toBeUndefined(),
  );
});
