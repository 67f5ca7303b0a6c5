import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, type Socket } from 'node:net';

/** Undefined without proxies, which saves each request a lookup of several µs. */
export type TrustedProxies = BlockList | undefined;

/** The addresses whose `X-Forwarded-For` counts, as CIDR ranges or single addresses. */
export function trustedProxies(ranges: readonly string[]): TrustedProxies {
  if (ranges.length === 0) return undefined;
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

/**
 * Who is at the other end: the socket's address, or, behind a trusted proxy, the last forwarded
 * address that is not itself a trusted proxy. A header from anybody else counts for nothing.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trusted: TrustedProxies,
): string {
  const peer = plainAddress(socketAddress ?? '');
  if (!trusted || !isTrusted(peer, trusted)) return peer;
  const hops = (forwardedFor ?? '').split(',').map((hop) => plainAddress(hop.trim()));
  for (const hop of hops.reverse()) {
    if (isIP(hop) === 0) return peer;
    if (!isTrusted(hop, trusted)) return hop;
  }
  return peer;
}

/** {@link clientAddress} of a request, also of one that asks for a socket. */
export function addressOf(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  trusted: TrustedProxies,
): string {
  const hops = headers['x-forwarded-for'];
  const forwardedFor = Array.isArray(hops) ? hops.join(',') : hops;
  return clientAddress(socket.remoteAddress, forwardedFor, trusted);
}

/** The socket's peer, which may be a proxy. */
export function peerOf({ remoteAddress }: Pick<Socket, 'remoteAddress'>): string {
  return plainAddress(remoteAddress ?? '');
}

/** Key for rate limits: an IPv4 address, or the /64 of an IPv6 address. */
export function addressGroup(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(Math.max(0, missing)).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

function plainAddress(address: string): string {
  return address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address;
}

/** Whether this address, as {@link peerOf} gives it, is one of the proxies. */
export function isTrusted(address: string, trusted: TrustedProxies): boolean {
  const version = isIP(address);
  return (
    trusted !== undefined &&
    version !== 0 &&
    trusted.check(address, version === 6 ? 'ipv6' : 'ipv4')
  );
}
