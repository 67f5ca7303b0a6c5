import { madeMachines, recorded } from '../../../test/collectors/made-machine.js';
import { network, parseResolvConf, readInterfaces } from './linux.js';

describe('section network', () => {
  const aMachine = madeMachines();
  const sys = (name: string, flags: string, mac: string) => ({
    [`/sys/class/net/${name}/flags`]: `${flags}\n`,
    [`/sys/class/net/${name}/address`]: `${mac}\n`,
  });

  it('lists interfaces with their addresses and leaves out the loopback', async () => {
    const probe = await aMachine({
      files: {
        ...sys('lo', '0x9', '00:00:00:00:00:00'),
        ...sys('eth0', '0x1003', '02:fc:00:00:00:01'),
        ...sys('wlan0', '0x1002', '02:fc:00:00:00:02'),
        ...sys('tun0', '0x1091', ''),
        '/sys/class/net/bonding_masters': '\n',
        '/etc/resolv.conf': await recorded('network/recorded/debian12-resolv.txt'),
      },
      addresses: { lo: ['127.0.0.1'], eth0: ['192.0.2.2', 'fd00::2'], tun0: ['198.51.100.7'] },
    });
    expect(await network(probe)).toEqual({
      kind: 'read',
      summary: 'eth0 192.0.2.2, tun0 198.51.100.7, 1 name server',
      fields: {
        interfaces: [
          { name: 'eth0', mac: '02:fc:00:00:00:01', ips: ['192.0.2.2', 'fd00::2'] },
          { name: 'tun0', mac: '02:00:00:00:00:01', ips: ['198.51.100.7'] },
          { name: 'wlan0', mac: '02:fc:00:00:00:02', ips: [] },
        ],
        dns: ['10.255.255.53'],
      },
    });
  });

  it('knows which interface is up, for net_config', async () => {
    const probe = await aMachine({
      files: { ...sys('eth0', '0x1003', '02:fc:00:00:00:01'), ...sys('eth1', '0x1002', '0') },
    });
    const up = (await readInterfaces(probe)).map((one) => [one.name, one.up]);
    expect(up).toEqual([
      ['eth0', true],
      ['eth1', false],
    ]);
  });

  it('works without sysfs, from the addresses alone', async () => {
    const probe = await aMachine({ addresses: { eth0: ['192.0.2.9'] } });
    expect(await readInterfaces(probe)).toMatchObject([{ name: 'eth0', up: true }]);
  });

  it('looks behind the stub of systemd-resolved (documented)', async () => {
    const probe = await aMachine({
      files: {
        '/etc/resolv.conf': 'nameserver 127.0.0.53\noptions edns0\n',
        '/run/systemd/resolve/resolv.conf': 'nameserver 192.0.2.53\nnameserver 2001:db8::53\n',
      },
    });
    expect(await network(probe)).toMatchObject({ fields: { dns: ['192.0.2.53', '2001:db8::53'] } });
  });

  it.each([
    ['# nameserver 1.2.3.4\n nameserver\t9.9.9.9 # quad\nnameserver 9.9.9.9\n', ['9.9.9.9']],
    ['nameserver fe80::1%eth0', ['fe80::1%eth0']],
    ['nameserver', []],
    ['\0\u0001nameserver', []],
  ])('reads name servers of %j', (text, servers) => {
    expect(parseResolvConf(text)).toEqual(servers);
  });
});
