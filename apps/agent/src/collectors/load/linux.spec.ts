import { madeMachines, recorded } from '../../../test/collectors/made-machine.js';
import { LoadMeter } from './load-meter.js';
import { load } from './linux.js';
import { parseCpuTimes, parseDiskstats, parseNetDev, parsePressure } from './proc.js';

const there = (...paths: string[]) => Object.fromEntries(paths.map((path) => [path, null]));
const MEMINFO = 'MemTotal: 1000 kB\nMemAvailable: 390 kB\n';

describe('section load', () => {
  const aMachine = madeMachines();
  type Files = NonNullable<Parameters<typeof aMachine>[0]['files']>;

  /** Reads one tree after the other, 20 s later each time. */
  async function readings(...trees: Files[]) {
    const meter = new LoadMeter();
    const all = [];
    for (const [index, files] of trees.entries()) {
      const probe = await aMachine({ files, load: meter });
      all.push(
        await load({ ...probe, clock: { ...probe.clock, monotonic: () => index * 20_000 } }),
      );
    }
    return all;
  }

  const text = (name: string) => recorded(`load/recorded/debian12-${name}.txt`);

  it('is the difference of two readings (recorded, Debian 12: a guest that had little to do)', async () => {
    const tree = async (later: string): Promise<Files> => ({
      ...there('/sys/class/net/eth0/device', '/sys/block/vda/device'),
      '/proc/meminfo': MEMINFO,
      '/proc/pressure/memory': await text('pressure'),
      '/proc/stat': await text(`stat${later}`),
      '/proc/net/dev': await text(`net-dev${later}`),
      '/proc/diskstats': await text(`diskstats${later}`),
    });
    const [first, second] = await readings(await tree(''), await tree('-later'));
    expect(first).toEqual({
      kind: 'read',
      summary: 'Memory 61 %; the rest comes with the next report',
      fields: {
        measured_over_s: null,
        cpu_percent: null,
        cpu_peak_percent: null,
        memory_percent: 61,
        memory_pressure_percent: null,
        network_in_bytes_per_s: null,
        network_out_bytes_per_s: null,
        disk_read_bytes_per_s: null,
        disk_write_bytes_per_s: null,
      },
    });
    expect(second).toMatchObject({
      summary: 'CPU 1.2 %, memory 61 %, network 0 B/s, disks 33.7 kB/s',
      fields: {
        measured_over_s: 20,
        memory_pressure_percent: 0,
        network_in_bytes_per_s: 0,
        disk_read_bytes_per_s: Math.round(((35_624_698 - 35_624_274) * 512) / 20),
        disk_write_bytes_per_s: Math.round(((264_007_040 - 264_006_144) * 512) / 20),
      },
    });
  });

  const adapter = (name: string, inward: number, outward: number) =>
    `  ${name}: ${inward} 1 0 0 0 0 0 0 ${outward} 1 0 0 0 0 0 0\n`;
  const traffic = async (before: Files, now: Files) => (await readings(before, now))[1];

  it('counts no byte twice: neither bridges, tunnels and containers nor what lies below an adapter', async () => {
    const tree = (bytes: number): Files => ({
      ...there('/sys/class/net/eth0/device', '/sys/class/net/eth1/device'),
      '/sys/class/net/eth1/master': { link: '../eth0' },
      '/proc/net/dev': ['lo', 'eth0', 'eth1', 'br0', 'tun0', 'veth1']
        .map((name) => adapter(name, bytes, bytes / 2))
        .join(''),
    });
    expect(await traffic(tree(0), tree(40_000))).toMatchObject({
      fields: { network_in_bytes_per_s: 2_000, network_out_bytes_per_s: 1_000 },
    });
  });

  it('follows the default route in a container, which has no adapter of its own', async () => {
    const tree = (bytes: number): Files => ({
      '/proc/net/route':
        'Iface Destination Gateway Flags RefCnt Use Metric Mask MTU Window IRTT\n' +
        'eth0 00000000 010011AC 0003 0 0 0 00000000 0 0 0\n',
      '/proc/net/dev': adapter('lo', bytes, bytes) + adapter('eth0', bytes, 0),
    });
    expect(await traffic(tree(0), tree(40_000))).toMatchObject({
      fields: { network_in_bytes_per_s: 2_000, disk_read_bytes_per_s: null, cpu_percent: null },
    });
  });

  it('counts whole drives, not their partitions nor what lies above them', async () => {
    const line = (name: string, sectors: number) => `8 0 ${name} 1 1 ${sectors} 1 1 1 0 1 0 1 1\n`;
    const tree = (sectors: number): Files => ({
      ...there('/sys/block/sda/device', '/sys/block/dm-0', '/sys/block/loop0'),
      '/proc/diskstats': ['sda', 'sda1', 'dm-0', 'loop0']
        .map((name) => line(name, sectors))
        .join(''),
    });
    expect(await traffic(tree(1_000), tree(2_000))).toMatchObject({
      fields: { disk_read_bytes_per_s: 25_600, disk_write_bytes_per_s: 0 },
    });
  });

  it('does not know what moved before a counter began anew', async () => {
    const tree = (bytes: number, busy: number): Files => ({
      ...there('/sys/class/net/wlan0/device'),
      '/proc/stat': `cpu  ${busy} 0 0 100 0 0 0 0 0 0\n`,
      '/proc/net/dev': adapter('wlan0', bytes, bytes),
    });
    const [, , second, third] = await readings(
      tree(500_000, 10),
      tree(900_000, 20),
      tree(100, 5),
      tree(20_100, 30),
    );
    const rates = (network_in_bytes_per_s: number | null, cpu_percent: number | null) => ({
      fields: { network_in_bytes_per_s, cpu_percent },
    });
    expect(second).toMatchObject(rates(null, null));
    expect(third).toMatchObject(rates(1_000, 100));
  });

  it('is unreadable where /proc tells nothing', async () => {
    expect(await readings({}, { '/proc/stat': 'cpu\n' })).toMatchObject([
      { kind: 'unreadable' },
      { kind: 'unreadable' },
    ]);
  });
});

describe('what /proc counts', () => {
  it.each([
    // The time of a guest is in that of its user already.
    ['cpu  10 1 20 60 5 1 2 3 9 0\ncpu0 1 1 1 1\n', { busy: 37, idle: 65 }],
    ['cpu  1 2 3 4\n', { busy: 6, idle: 4 }],
    ['cpu0 1 2 3 4 5\n', undefined],
    ['cpu  1 2 -3 4 5\n', undefined],
    ['', undefined],
  ])('of the processor in %j', (text, times) => {
    expect(parseCpuTimes(text)).toEqual(times);
  });

  it('of adapters, also of those whose name has no space behind it, or a colon in it', () => {
    const text = 'head|\n eth0:12 1 0 0 0 0 0 0 34 1\n eth0:1: 5 1 0 0 0 0 0 0 6 1\n wlan0: 1 2\n';
    expect([...parseNetDev(text)]).toEqual([
      ['eth0', [12, 34]],
      ['eth0:1', [5, 6]],
    ]);
  });

  it('of drives and of waiting for memory', () => {
    expect([...parseDiskstats('8 0 sda 1 1 4 1 1 1 2 1\n8 1 sda1 x\n\n')]).toEqual([
      ['sda', [2_048, 1_024]],
    ]);
    expect(parsePressure('some avg10=0.00 avg60=0.00 avg300=0.00 total=7240\n')).toBe(7.24);
    expect(parsePressure('full avg10=0.00 total=7240\n')).toBeUndefined();
  });
});
