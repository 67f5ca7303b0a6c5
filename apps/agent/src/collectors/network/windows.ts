import type { WindowsCollector, WindowsMachine } from '../windows-machine.js';
import { ipsOf, macOf, nameServers, networkReading, type NetworkInterface } from './interfaces.js';

export const network: WindowsCollector<'network'> = (machine) =>
  Promise.resolve(networkReading(readWindowsInterfaces(machine), readWindowsNameServers(machine)));

/** Those that are up and have an address; Windows names no others here. Shared with `net_config`. */
export function readWindowsInterfaces(machine: WindowsMachine): NetworkInterface[] {
  return Object.entries(machine.addresses()).flatMap(([name, addresses = []]) => {
    if (addresses.length === 0 || addresses.every(({ internal }) => internal)) return [];
    return [{ name, mac: macOf(addresses[0]?.mac), ips: ipsOf(addresses), up: true }];
  });
}

export function readWindowsNameServers(machine: WindowsMachine): string[] {
  return nameServers(machine.nameServers());
}
