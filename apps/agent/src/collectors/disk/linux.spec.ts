import { madeMachines, recorded } from '../../../test/collectors/made-machine.js';
import { disk, parseStatFs, readVolumes } from './linux.js';
import { volumeOf } from './volumes.js';
import { parseMountinfo, selectVolumes } from './mountinfo.js';

const GIB = 1024 ** 3;
const half = { total: 100 * GIB, free: 50 * GIB, available: 50 * GIB };

describe('volumes from mountinfo', () => {
  it('finds the one disk of a recorded Debian 12 guest', async () => {
    const mounts = parseMountinfo(await recorded('disk/recorded/debian12-guest.txt'));
    expect(selectVolumes(mounts)).toMatchObject([
      { mount: { point: '/', type: 'ext4', source: '/dev/vda' }, access: 'direct' },
    ]);
  });

  it('takes each real file system once and no image, overlay, pseudo or automount (documented)', async () => {
    const mounts = parseMountinfo(await recorded('disk/documented/desktop-mountinfo.txt'));
    const volumes = selectVolumes(mounts).map(({ mount, access }) => [mount.point, access]);
    expect(volumes).toEqual([
      ['/', 'direct'],
      ['/boot/efi', 'direct'],
      ['/home/anna/cloud', 'child'],
      ['/media/usb', 'child'],
      ['/mnt/nas', 'child'],
      ['/srv', 'direct'],
    ]);
  });

  it('reads escaped blanks and leaves broken lines out', () => {
    const line = '34 30 8:17 / /mnt/My\\040Disk rw - ext4 /dev/sdb1 rw';
    expect(parseMountinfo(`garbage\n${line}\n1 2 3`)).toMatchObject([{ point: '/mnt/My Disk' }]);
  });

  it('keeps the root whatever it is made of', () => {
    const overlay = parseMountinfo('1 0 0:50 / / rw - overlay overlay rw');
    expect(selectVolumes(overlay)).toHaveLength(1);
  });

  it('asks the mount that is on top of another at the same place', () => {
    const text = '1 0 8:1 / /mnt rw - ext4 /dev/a rw\n2 0 0:9 / /mnt rw - nfs nas:/x rw';
    expect(selectVolumes(parseMountinfo(text))).toMatchObject([{ access: 'child' }]);
  });
});

describe('sizes', () => {
  it.each([
    ['1 1000 250 250', 75],
    // 5 % are kept for root: what df shows is the share of what users can have.
    ['4096 1000 550 500', 47.4],
    ['4096 0 0 0', 0],
  ])('counts %j as df does', (text, percent) => {
    const size = parseStatFs(text);
    expect(size && volumeOf('/', size).percent_used).toBe(percent);
  });

  it.each(['', 'x', '4096 1 2', '4096 1 2 3 4', '-1 2 3 4', '4096 1e9 2 3'])('refuses %j', (text) =>
    expect(parseStatFs(text)).toBeUndefined(),
  );
});

describe('section disk', () => {
  const aMachine = madeMachines();
  const mounts = [
    '1 0 8:1 / / rw - ext4 /dev/sda1 rw',
    '2 0 0:52 / /mnt/nas rw - nfs4 nas.example:/export rw',
  ].join('\n');

  it('reports what answers and names the dead network mount in its summary', async () => {
    const probe = await aMachine({
      files: { '/proc/self/mountinfo': mounts },
      volumes: { '/': half },
      programs: { 'stat -f': { failed: 'stat did not end within 3 s' } },
    });
    expect(await disk(probe)).toEqual({
      kind: 'read',
      summary: '/ 50 % used, 1 volume, no answer from /mnt/nas',
      fields: {
        volumes: [{ mount: '/', total_bytes: 100 * GIB, free_bytes: 50 * GIB, percent_used: 50 }],
      },
    });
  });

  it('asks a network mount only through a program that can be ended', async () => {
    const probe = await aMachine({
      files: { '/proc/self/mountinfo': mounts },
      volumes: { '/': half },
      programs: { 'stat -f -c %S %b %f %a -- /mnt/nas': '4096 1000 100 100\n' },
    });
    const { volumes } = await readVolumes(probe);
    expect(volumes.map(({ mount, percent_used }) => [mount, percent_used])).toEqual([
      ['/', 50],
      ['/mnt/nas', 90],
    ]);
  });

  it('gives up on a local mount that does not answer', async () => {
    jest.useFakeTimers();
    try {
      const probe = await aMachine({
        files: { '/proc/self/mountinfo': mounts.split('\n', 1)[0] ?? '' },
      });
      const asked = new Promise<void>((resolve) => {
        jest.spyOn(probe, 'volumeSize').mockImplementation(() => {
          resolve();
          return new Promise(() => undefined);
        });
      });
      const read = disk(probe);
      await asked;
      jest.advanceTimersByTime(3_000);
      expect(await read).toEqual({
        kind: 'unreadable',
        reason: '/ cannot be read (no answer within 3 s)',
      });
    } finally {
      jest.useRealTimers();
    }
  });

  it('stops waiting for a mount when nobody waits for the reading', async () => {
    const stop = new AbortController();
    const probe = await aMachine({
      files: { '/proc/self/mountinfo': mounts.split('\n', 1)[0] ?? '' },
      signal: stop.signal,
    });
    jest.spyOn(probe, 'volumeSize').mockImplementation(() => {
      queueMicrotask(() => stop.abort());
      return new Promise(() => undefined);
    });
    expect(await disk(probe)).toMatchObject({ kind: 'unreadable' });
  });

  it('leaves out single files that a container mounts from its host', async () => {
    const probe = await aMachine({
      files: {
        '/proc/self/mountinfo':
          '1 0 0:50 / / rw - overlay overlay rw\n2 1 8:1 /x/hosts /etc/hosts rw - ext4 /dev/sda1 rw',
        '/etc/hosts': '',
      },
      volumes: { '/': half },
    });
    expect((await readVolumes(probe)).volumes.map(({ mount }) => mount)).toEqual(['/']);
  });

  it('is unreadable without mountinfo, with the reason', async () => {
    const probe = await aMachine({});
    await expect(disk(probe)).rejects.toThrow('/proc/self/mountinfo does not exist');
  });
});
