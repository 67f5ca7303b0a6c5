import type { NetworkInterfaceInfo } from 'node:os';
import { type Reading, reading } from '../collector.js';
import { count, some } from '../words.js';

/** One network interface; `up` as in the tool `net_config`. */
export interface NetworkInterface {
  name: string;
  mac: string | null;
  ips: string[];
  up: boolean;
}

const MAX_ADDRESSES = 100;
const MAX_SERVERS = 20;

export function networkReading(
  interfaces: readonly NetworkInterface[],
  dns: string[],
): Reading<'network'> {
  const used = interfaces.filter((one) => one.up && one.ips.length > 0);
  const names = some(
    used.map((one) => `${one.name} ${one.ips[0]}`),
    2,
  );
  return reading<'network'>(
    `${used.length === 0 ? 'no interface with an address' : names}, ${count(dns.length, 'name server')}`,
    { interfaces: interfaces.map(({ name, mac, ips }) => ({ name, mac, ips })), dns },
  );
}

/** Null for none, which systems write as zeros. */
export function macOf(text: string | undefined): string | null {
  return text === undefined || /^[0:]*$/.test(text) ? null : text;
}

export function ipsOf(addresses: readonly NetworkInterfaceInfo[]): string[] {
  return addresses.map(({ address }) => address).slice(0, MAX_ADDRESSES);
}

export function nameServers(addresses: readonly string[]): string[] {
  return [...new Set(addresses)].slice(0, MAX_SERVERS);
}
