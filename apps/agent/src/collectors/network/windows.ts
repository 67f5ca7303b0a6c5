import { reading } from '../collector.js';
import { count, some } from '../words.js';
import type { WindowsCollector, WindowsMachine } from '../windows-machine.js';
import type { NetworkInterface } from './linux.js';

const MAX_ADDRESSES = 100;
const MAX_SERVERS = 20;

export const network: WindowsCollector<'network'> = (machine) => {
  const interfaces = readWindowsInterfaces(machine);
  const dns = readWindowsNameServers(machine);
  const names = some(
    interfaces.map((one) => `${one.name} ${one.ips[0]}`),
    2,
  );
  const used = interfaces.length === 0 ? 'no interface with an address' : names;
  return Promise.resolve(
    reading<'network'>(`${used}, ${count(dns.length, 'name server')}`, {
      interfaces: interfaces.map(({ name, mac, ips }) => ({ name, mac, ips })),
      dns,
    }),
  );
};

/** Those that are up and have an address; Windows names no others here. Shared with `net_config`. */
export function readWindowsInterfaces(machine: WindowsMachine): NetworkInterface[] {
  return Object.entries(machine.addresses()).flatMap(([name, addresses = []]) => {
    if (addresses.length === 0 || addresses.every(({ internal }) => internal)) return [];
    const mac = addresses[0]?.mac ?? '';
    const ips = addresses.map(({ address }) => address).slice(0, MAX_ADDRESSES);
    return [{ name, mac: /^[0:]*$/.test(mac) ? null : mac, ips, up: true }];
  });
}

export function readWindowsNameServers(machine: WindowsMachine): string[] {
  return [...new Set(machine.nameServers())].slice(0, MAX_SERVERS);
}
