import { lookup } from 'node:dns/promises';
import { BlockList, isIP, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';

/**
 * Where this server may connect to: the public internet, and addresses that its admin has named. An
 * address is judged where it is used, and the connection is pinned to it: what a name answers
 * later does not count (ADR 0083).
 */

/** Ranges that are nobody's on the public internet (IANA's registries of special addresses). */
const V4_SPECIAL =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 ' +
  '192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 ' +
  '224.0.0.0/4 240.0.0.0/4';
/** Of the one range that is public: tunnels that carry IPv4, documentation, benchmarks. */
const V6_SPECIAL = '2001::/23 2001:db8::/32 2002::/16 3fff::/20';

const special = new BlockList();
for (const [ranges, family] of [
  [V4_SPECIAL, 'ipv4'],
  [V6_SPECIAL, 'ipv6'],
] as const) {
  for (const range of ranges.split(' ')) {
    const [net = '', bits] = range.split('/');
    special.addSubnet(net, Number(bits), family);
  }
}
const publicV6 = new BlockList();
publicV6.addSubnet('2000::', 3, 'ipv6');

/** The address in its one spelling, an IPv4 address inside of IPv6 as itself; undefined: none. */
export function canonicalAddress(text: string): string | undefined {
  const bare = text.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  if (isIPv4(bare)) return bare;
  if (isIP(bare) !== 6) return undefined;
  const host = new URL(`http://[${bare}]/`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(host);
  if (!mapped) return host;
  const bytes = [mapped[1], mapped[2]].flatMap((part) => {
    const word = Number.parseInt(part ?? '0', 16);
    return [word >> 8, word & 255];
  });
  return bytes.join('.');
}

/** Whether it belongs to the public internet, and to another machine than this one. */
export function isPublic(address: string, own: readonly string[] = ownAddresses()): boolean {
  const known = canonicalAddress(address);
  if (known === undefined || own.includes(known)) return false;
  if (isIPv4(known)) return !special.check(known, 'ipv4');
  return publicV6.check(known, 'ipv6') && !special.check(known, 'ipv6');
}

export function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses) =>
    (addresses ?? []).flatMap(({ address }) => canonicalAddress(address) ?? []),
  );
}

/** Refused before anything was sent. */
export class AddressRefused extends Error {}

export type Resolve = (host: string) => Promise<readonly string[]>;

export const systemResolve: Resolve = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

/**
 * The one address to connect to. Every answer must be allowed: a name that also leads into the own
 * network is not one to follow.
 * @param ifRight - what an admin does who wants to reach an address of the own network
 * @throws AddressRefused
 */
export async function pinned(
  host: string,
  allowed: readonly string[],
  resolve: Resolve = systemResolve,
  ifRight = 'If that is right, an admin names this address with the channel.',
): Promise<{ readonly address: string; readonly isNamed: boolean }> {
  const literal = canonicalAddress(host);
  const answers = literal === undefined ? await resolve(host) : [literal];
  const named = new Set(allowed.flatMap((one) => canonicalAddress(one) ?? []));
  for (const answer of answers) {
    const address = canonicalAddress(answer);
    if (address === undefined || !(named.has(address) || isPublic(address))) {
      throw new AddressRefused(
        `${host} leads to ${answer}, which is not on the public internet. ${ifRight}`,
      );
    }
  }
  const address = answers.map(canonicalAddress).find((one) => one !== undefined);
  if (address === undefined) throw new AddressRefused(`${host} has no address`);
  return { address, isNamed: answers.every((one) => named.has(canonicalAddress(one) ?? '')) };
}

/** A host as it is typed, in the one spelling that is used: `0x7f.1` is 127.0.0.1. */
export function cleanHost(text: string): string | undefined {
  try {
    const { hostname, username, port, pathname } = new URL(`http://${text.trim()}/`);
    const isPlain = username === '' && port === '' && pathname === '/' && !text.includes('/');
    return isPlain && hostname !== '' ? hostname.replace(/^\[|\]$/g, '') : undefined;
  } catch {
    return undefined;
  }
}
