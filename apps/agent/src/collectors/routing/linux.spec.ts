import { madeMachines, recorded } from '../../../test/collectors/made-machine.js';
import { defaultRoute, parseIpv6Routes, parseRoutes, routing } from './linux.js';

const row = (
  device: string,
  to: string,
  via: string,
  metric: number,
  mask: string,
  flags = '0003',
) => [device, to, via, flags, 0, 0, metric, mask, 0, 0, 0].join('\t');

describe('routing tables', () => {
  it('reads a recorded IPv4 table', async () => {
    expect(parseRoutes(await recorded('routing/recorded/debian12-route.txt'), 'LE')).toEqual([
      { destination: '0.0.0.0/0', next_hop: '192.0.2.1', interface: 'eth0', metric: 0 },
      { destination: '192.0.2.0/24', next_hop: null, interface: 'eth0', metric: 0 },
    ]);
  });

  it('reads a recorded IPv6 table without what the kernel keeps for itself', async () => {
    const routes = parseIpv6Routes(await recorded('routing/recorded/debian12-ipv6-route.txt'));
    expect(routes.map(({ destination, next_hop }) => [destination, next_hop])).toEqual([
      ['fd00::/64', null],
      ['fe80::/64', null],
      ['::/0', 'fd00::1'],
    ]);
  });

  it('reads addresses of a big-endian machine (documented)', () => {
    expect(parseRoutes(row('eth0', 'C0000200', '00000000', 0, 'FFFFFF00'), 'BE')).toMatchObject([
      { destination: '192.0.2.0/24' },
    ]);
  });

  it.each([
    ['20010db8000000000000000000000001', '2001:db8::1'],
    ['20010db8000000000001000000000000', '2001:db8:0:0:1::'],
    ['00000000000000000000000000000000', '::'],
    ['20010db8000100010001000100010001', '2001:db8:1:1:1:1:1:1'],
  ])('writes %s as RFC 5952 does', (hex, text) => {
    const line = `${hex} 80 ${'0'.repeat(32)} 00 ${'0'.repeat(32)} 00000100 1 0 00000001 eth0`;
    expect(parseIpv6Routes(line)[0]?.destination).toBe(`${text}/128`);
  });

  it.each(['', '\0\0\0', 'eth0', 'eth0 XX YY', row('eth0', '0000', '0', 0, ''), '\t'.repeat(500)])(
    'takes nothing from %j',
    (text) => {
      expect(parseRoutes(text, 'LE')).toEqual([]);
      expect(parseIpv6Routes(text)).toEqual([]);
    },
  );

  it('prefers IPv4 and the lowest metric', () => {
    const wifi = row('wlan0', '00000000', '010200C0', 600, '00000000');
    const wire = row('eth0', '00000000', '010200C0', 100, '00000000');
    expect(defaultRoute(parseRoutes(`${wifi}\n${wire}`, 'LE'))?.interface).toBe('eth0');
  });

  it('does not count a rejecting default route', () => {
    const reject = row('lo', '00000000', '00000000', 0, '00000000', '0201');
    expect(parseRoutes(reject, 'LE')).toEqual([]);
  });
});

describe('section routing', () => {
  const aMachine = madeMachines();

  it('says by which interface the PC reaches the internet, also without IPv6', async () => {
    const probe = await aMachine({
      files: { '/proc/net/route': await recorded('routing/recorded/debian12-route.txt') },
    });
    expect(await routing(probe)).toMatchObject({
      kind: 'read',
      summary: 'default route by eth0, 2 routes',
      fields: { default_interface: 'eth0' },
    });
  });

  it('says that there is no default route', async () => {
    const probe = await aMachine({ files: { '/proc/net/route': 'Iface\tDestination\n' } });
    expect(await routing(probe)).toMatchObject({
      summary: 'no default route, 0 routes',
      fields: { routes: [], default_interface: null },
    });
  });
});
