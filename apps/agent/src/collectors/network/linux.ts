import type { NetworkInterfaceInfo } from 'node:os';
import type { Collector } from '../collector.js';
import type { Probe } from '../probe/probe.js';
import { ipsOf, macOf, nameServers, networkReading, type NetworkInterface } from './interfaces.js';

const MAX_INTERFACES = 500;

/** systemd-resolved puts its own stub into resolv.conf and the servers it asks in here. */
const RESOLVED_UPSTREAM = '/run/systemd/resolve/resolv.conf';
const RESOLVED_STUB = '127.0.0.53';

export const network: Collector<'network'> = async (probe) =>
  networkReading(await readInterfaces(probe), await readNameServers(probe));

/** All interfaces but the loopback, those with addresses first. Shared with `net_config`. */
export async function readInterfaces(probe: Probe): Promise<NetworkInterface[]> {
  const addresses = probe.addresses();
  const known = await probe.files.listIfThere('/sys/class/net', MAX_INTERFACES);
  // Without sysfs (some containers) the kernel's list of addresses still names what is up.
  const names = known.length > 0 ? known : Object.keys(addresses);
  const all: NetworkInterface[] = [];
  for (const name of names.slice(0, MAX_INTERFACES)) {
    const entry = await readInterface(probe, name, addresses[name] ?? []);
    if (entry) all.push(entry);
  }
  return all.sort((a, b) => Number(b.ips.length > 0) - Number(a.ips.length > 0));
}

async function readInterface(
  { files }: Probe,
  name: string,
  addresses: readonly NetworkInterfaceInfo[],
): Promise<NetworkInterface | undefined> {
  const folder = `/sys/class/net/${name}`;
  const flags = parseFlags(await files.attribute(`${folder}/flags`));
  const loopback = flags?.loopback ?? addresses.some((address) => address.internal);
  // `bonding_masters` is a file in that folder, not an interface.
  if (loopback || (flags === undefined && addresses.length === 0)) return undefined;
  const mac = (await files.attribute(`${folder}/address`)) ?? addresses[0]?.mac;
  return {
    name,
    mac: macOf(mac),
    ips: ipsOf(addresses),
    up: flags?.up ?? addresses.length > 0,
  };
}

/** IFF_UP and IFF_LOOPBACK of `/sys/class/net/<name>/flags`, e.g. `0x1003`. */
export function parseFlags(
  text: string | undefined,
): { up: boolean; loopback: boolean } | undefined {
  if (text === undefined || !/^0x[0-9a-f]{1,8}$/i.test(text)) return undefined;
  const flags = Number(text);
  return { up: (flags & 0x1) !== 0, loopback: (flags & 0x8) !== 0 };
}

/** The name servers that are really asked, in their order. Shared with `net_config`. */
export async function readNameServers({ files }: Probe): Promise<string[]> {
  const servers = parseResolvConf((await files.readIfThere('/etc/resolv.conf')) ?? '');
  if (!servers.includes(RESOLVED_STUB)) return servers;
  const upstream = parseResolvConf((await files.readIfThere(RESOLVED_UPSTREAM)) ?? '');
  return upstream.length > 0 ? upstream : servers;
}

export function parseResolvConf(text: string): string[] {
  const found = text.matchAll(/^[ \t]*nameserver[ \t]+([0-9A-Za-z.:%_-]{1,100})/gm);
  return nameServers([...found].map(([, address = '']) => address));
}
